import { useState } from 'react'
import type { WireError } from '../../../shared/ipc/result.ts'
import { UserFacingError } from '../../../shared/lib/userFacingError.ts'
import { storyFromDocument } from '../../actions/documents.ts'
import { useApp } from '../../hooks/app.ts'
import type { DocumentJob } from '../../stores/jobsStore.ts'

export interface StoryOfDocument {
  readonly isReading: boolean
  /** Set while the password is asked for; with what was wrong about the last one. */
  readonly asked: { readonly error: WireError | null } | null
  begin(): void
  /** Reads with a password, which goes nowhere else. */
  read(password: string | null): void
  cancel(): void
}

/** Making a story of a document's words: its password is asked for where that is needed. */
export function useStoryOfDocument(job: DocumentJob): StoryOfDocument {
  const app = useApp()
  const [isReading, setIsReading] = useState(false)
  const [asked, setAsked] = useState<StoryOfDocument['asked']>(null)

  function read(password: string | null): void {
    setIsReading(true)
    storyFromDocument(app, job, password)
      .then(
        () => {
          setAsked(null)
        },
        (error: unknown) => {
          const about = aboutPassword(error)
          setAsked(about === null ? null : { error: password === null ? null : about })
          if (about === null) app.report(error)
        },
      )
      .finally(() => {
        setIsReading(false)
      })
  }

  return {
    isReading,
    asked,
    read,
    begin() {
      if (job.document.isProtected) setAsked({ error: null })
      else read(null)
    },
    cancel() {
      setAsked(null)
    },
  }
}

function aboutPassword(error: unknown): WireError | null {
  if (!(error instanceof UserFacingError)) return null
  const { code, params } = error
  const isIt = code === 'document-password-needed' || code === 'document-password-wrong'
  return isIt ? { code, params: { ...params } } : null
}
