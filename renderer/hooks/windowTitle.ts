import { useEffect } from 'react'
import { useTranslation } from '../i18n/useTranslation.ts'
import { useStoryIfOpen } from './session.ts'

const APP = 'Fabula'

/** Names the open story in the title of the tab or window, to distinguish several, also for screen readers. */
export function useWindowTitle(): void {
  const { t } = useTranslation()
  const title = useStoryIfOpen(({ story }) => story.info.title)
  useEffect(() => {
    document.title = title === undefined ? APP : `${title.trim() || t('app.untitled')} – ${APP}`
  }, [title, t])
}
