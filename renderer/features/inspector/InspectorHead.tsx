import { ChevronDown, Lock, LockOpen, X } from 'lucide-react'
import type { Block } from '../../../shared/story/records.ts'
import { blockNumber, findCharacter } from '../../../shared/story/selectors.ts'
import { openMenu } from '../../actions/blockMenus.ts'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { hidePanel } from '../../actions/panels.ts'
import { usePanel } from '../../hooks/panels.ts'
import { useEditor, useOfStory, useSelectionLocked, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { Dot } from '../../ui/Chip.tsx'
import styles from './Inspector.module.css'

/** Which block is shown, and who speaks it, which can be changed; a drawer can be closed here. */
export function InspectorHead({ block }: { readonly block: Block | undefined }) {
  const { t } = useTranslation()
  const session = useSession()
  const { isDrawer } = usePanel('inspector')
  const count = useEditor((state) => state.selection.length)
  const isLocked = useSelectionLocked()
  const number = useOfStory((story) => (block === undefined ? 0 : blockNumber(story, block.id)))
  const character = useOfStory((story) => findCharacter(story, block?.characterId ?? null))
  const name = character?.name ?? t('script.noCharacter')
  if (block === undefined && !isDrawer) return null
  return (
    <div className={styles.head}>
      {block === undefined ? null : count > 1 ? (
        <h2 className={styles.title}>{t('inspector.several', { count })}</h2>
      ) : (
        <>
          <button
            type="button"
            className={styles.choice}
            aria-haspopup="menu"
            aria-label={t('inspector.characterIs', { name })}
            title={name}
            onClick={(event) => openMenu(session, 'cast', event.currentTarget)}
          >
            <Dot color={`--c${character?.color ?? 0}`} />
            <span className={styles.name} dir="auto">
              {name}
            </span>
            <ChevronDown size={14} aria-hidden="true" />
          </button>
          <h2 className={styles.number}>{t('inspector.title', { number })}</h2>
        </>
      )}
      <span className={styles.space} />
      {block === undefined ? null : (
        <IconButton
          label={t(isLocked ? 'script.lock.unlock' : 'script.lock.lock')}
          tip={commandTip(session, 'toggleLock', t(isLocked ? 'script.lock.unlock' : 'script.lock.lock'))}
          onPress={() => runCommand(session, 'toggleLock')}
        >
          {isLocked ? <Lock size={16} /> : <LockOpen size={16} />}
        </IconButton>
      )}
      {isDrawer ? (
        <IconButton
          label={t('inspector.close')}
          onPress={() => {
            hidePanel(session, 'inspector')
          }}
        >
          <X size={16} />
        </IconButton>
      ) : null}
    </div>
  )
}
