import { Ellipsis, House, Redo2, Undo2 } from 'lucide-react'
import { useTranslation } from 'react-i18next'
import { MENU_GROUPS } from '../../../shared/commands/menuGroups.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { runAction } from '../../actions/action.ts'
import type { Action } from '../../actions/action.ts'
import {
  exportAction,
  findAction,
  redoAction,
  renderStoryAction,
  undoAction,
} from '../../actions/allActions.ts'
import { showKeys } from '../../actions/keys.ts'
import { formatCount } from '../../i18n/format.ts'
import { openStory } from '../../actions/editing.ts'
import { useAudioState, useCounts, useStoryState, useWorld } from '../../hooks/world.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { ConnectionChoice } from './ConnectionChoice.tsx'
import styles from './Header.module.css'

const MENU: readonly (readonly string[])[] = [
  MENU_GROUPS.stories,
  MENU_GROUPS.keeping,
  ['addChapter'],
  MENU_GROUPS.speech,
  ['settings', 'shortcuts'],
  ['closeStory'],
]

/** The story's title, undo and redo, what a render would cost, and the two buttons that matter. */
export function Header() {
  const { t } = useTranslation()
  const world = useWorld()
  const title = useStoryState((state) => state.open?.story.info.title ?? '')
  const lastEdit = useStoryState((state) => state.open?.history.past.at(-1)?.label)
  const nextEdit = useStoryState((state) => state.open?.history.future.at(-1)?.label)
  const location = useStoryState((state) => state.open?.project.location)
  const saving = useStoryState((state) => state.saving)
  const isRendering = useAudioState((state) => state.renderState.phase === 'running')
  const run = (action: Action) => () => {
    runAction(world, action)
  }
  const stepTip = (action: Action, edit: string | undefined) =>
    `${t(action.label)}${edit === undefined ? '' : ` ${t(edit)}`} (${showKeys(action.keys?.[0] ?? '')})`
  return (
    <header className={styles.header}>
      <IconButton label={t('actions.closeStory')} onPress={run(actionOf('closeStory'))}>
        <House size={16} />
      </IconButton>
      <h1 className={styles.heading}>
        <input
          className={styles.title}
          aria-label={t('app.storyTitle')}
          value={title}
          maxLength={500}
          placeholder={t('app.untitled')}
          onChange={(event) => {
            const story = openStory(world)
            if (story !== null) world.edit('edits.rename', renameStory(story, event.target.value), 'title')
          }}
        />
      </h1>
      <span className={styles.saved} title={location ?? t('app.draftHint')}>
        {t(`app.saving.${saving}`)}
      </span>
      <IconButton
        label={t('actions.undo')}
        tip={stepTip(undoAction, lastEdit)}
        isDisabled={lastEdit === undefined}
        onPress={run(undoAction)}
      >
        <Undo2 size={16} />
      </IconButton>
      <IconButton
        label={t('actions.redo')}
        tip={stepTip(redoAction, nextEdit)}
        isDisabled={nextEdit === undefined}
        onPress={run(redoAction)}
      >
        <Redo2 size={16} />
      </IconButton>
      <span className={styles.space} />
      <ConnectionChoice />
      <CostChip />
      <Button onPress={run(exportAction)}>{t('actions.export')}</Button>
      <Button tone="primary" isDisabled={isRendering} onPress={run(renderStoryAction)}>
        {t('actions.renderStory')}
      </Button>
      <MenuButton
        label={t('app.menu')}
        entries={MENU.flatMap((group, groupIndex) =>
          group.map((id, index) => {
            const action = actionOf(id)
            return {
              id,
              startsGroup: groupIndex > 0 && index === 0,
              label: t(action.label),
              shortcut: action.keys?.[0] === undefined ? undefined : showKeys(action.keys[0]),
              isDisabled: !action.isEnabled(world),
              onAction: run(action),
            }
          }),
        )}
      >
        <Ellipsis size={17} />
      </MenuButton>
    </header>
  )
}

/** What changed since it was last spoken, and what speaking it would cost. */
function CostChip() {
  const { t } = useTranslation()
  const counts = useCounts()
  const hasRender = useAudioState((state) => state.render !== null) // without one the story is rendered whole
  if (counts.changed === 0) return null
  return (
    <span className={styles.cost}>
      <Chip>
        {t('app.changed', {
          changed: counts.changed,
          blocks: t('units.blocks', { count: counts.blocks }),
          credits: formatCount(hasRender ? counts.changedCredits : counts.spokenCredits),
        })}
      </Chip>
    </span>
  )
}

function actionOf(id: string): Action {
  const action = findAction(id)
  if (action === undefined) throw new Error(`There is no action ${id}`)
  return action
}
