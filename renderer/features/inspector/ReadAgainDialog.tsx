import type { BlockId } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { blockNumber, findBlock } from '../../../shared/story/selectors.ts'
import { readAgain } from '../../actions/takes.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { useFocusAtOpen } from '../../ui/useFocusAtOpen.ts'
import styles from './Takes.module.css'

/** Asks for confirmation before reading a block again for its price. */
export function ReadAgainDialog({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const block = findBlock(story, blockId)
  const button = useFocusAtOpen<HTMLButtonElement>()
  const close = useCloseDialog()
  if (block === undefined) return null
  const price = t('units.estimate', { count: blockCharacters(story, block) })
  return (
    <Dialog
      title={t('takes.readAgainTitle', { number: blockNumber(story, blockId) })}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            tone="primary"
            ref={button}
            onPress={() => {
              close()
              readAgain(session, blockId, 1).catch(session.report)
            }}
          >
            <span>{t('takes.readAgain')}</span>
            <span className={styles.price}>{price}</span>
          </Button>
        </>
      }
    >
      <p>{t('takes.note')}</p>
    </Dialog>
  )
}
