import type { Take } from '../../../shared/story/takes.ts'
import { removeTake } from '../../actions/takes.ts'
import { DeleteQuestion } from '../../fields/DeleteQuestion.tsx'
import { creditsText } from '../../hooks/takeOrigins.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'

interface DeleteTakeDialogProps {
  readonly take: Take
  readonly name: string
  /** Its cost; for audio that several takes share, its part. */
  readonly credits: number
}

/** Asks for confirmation before deleting a paid take. */
export function DeleteTakeDialog({ take, name, credits }: DeleteTakeDialogProps) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <DeleteQuestion
      question={t('takes.held.paidSure', { count: 1, credits: creditsText(t, credits) })}
      go={t('takes.deleteGo', { name })}
      onDelete={async () => removeTake(session, take, name)}
      onClose={useCloseDialog()}
    />
  )
}
