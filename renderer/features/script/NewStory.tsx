import { FileDown, FolderOpen } from 'lucide-react'
import { PLACE_KEYS } from '../../../shared/commands/commands.ts'
import { isBlank } from '../../../shared/story/newStory.ts'
import { runCommand, shownKeys } from '../../actions/commands.ts'
import { useApp } from '../../hooks/app.ts'
import { useOfStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { showKeys } from '../../ui/keys.ts'
import { Kbd } from '../../ui/Kbd.tsx'
import styles from './NewStory.module.css'

/** Below the block of a new story: where a text can be dropped, and the first keys. It goes away with the first word. */
export function NewStory() {
  const { t } = useTranslation()
  const app = useApp()
  const blank = useOfStory(isBlank)
  if (!blank) return null
  const keys = [
    { id: 'newBlock', keys: showKeys(PLACE_KEYS.newBlock) },
    { id: 'lineBreak', keys: showKeys(PLACE_KEYS.lineBreak) },
    ...(['addChapter', 'palette'] as const).map((id) => ({ id, keys: shownKeys(app, id) })),
  ] as const
  return (
    <div className={styles.box}>
      <FileDown size={28} aria-hidden="true" />
      <h2>{t('script.new.title')}</h2>
      <p>{t('script.new.text')}</p>
      <Button
        icon={<FolderOpen size={15} />}
        onPress={() => {
          runCommand(app, 'openStory')
        }}
      >
        {t('app.upload')}
      </Button>
      <dl className={styles.keys}>
        {keys.map(({ id, keys: shown }) =>
          shown === undefined ? null : (
            <div key={id}>
              <dt>
                <Kbd>{shown}</Kbd>
              </dt>
              <dd>{t(`script.new.keys.${id}`)}</dd>
            </div>
          ),
        )}
      </dl>
    </div>
  )
}
