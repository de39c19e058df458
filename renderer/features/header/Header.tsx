import { Ellipsis, House, Redo2, Undo2 } from 'lucide-react'
import { useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { pageGroups } from '../../../shared/commands/commands.ts'
import type { CommandId } from '../../../shared/commands/commands.ts'
import { MAX_LABEL } from '../../../shared/story/limits.ts'
import { renameStory } from '../../../shared/story/castCommands.ts'
import { commandTip, isEnabled, runCommand, shownKeys } from '../../actions/commands.ts'
import { isTextKey } from '../../i18n/textKeys.ts'
import { openStory } from '../../actions/editing.ts'
import { useCounts, useIsFree, useRenderState, useStoryState, useWorld } from '../../hooks/world.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Chip } from '../../ui/Chip.tsx'
import { KeptCursor } from '../../ui/KeptCursor.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { FindButton } from './FindButton.tsx'
import { ConnectionChoice } from './ConnectionChoice.tsx'
import styles from './Header.module.css'

/** The story's title, undo and redo, what a render would cost, and the two buttons that matter. */
export function Header() {
  const { t } = useTranslation()
  const world = useWorld()
  const title = useStoryState((state) => state.open?.story.info.title ?? '')
  const lastEdit = useStoryState((state) => state.open?.history.past.at(-1)?.label)
  const nextEdit = useStoryState((state) => state.open?.history.future.at(-1)?.label)
  const location = useStoryState((state) => state.open?.project.location)
  const saving = useStoryState((state) => state.saving)
  const titleField = useRef<HTMLInputElement>(null)
  const isRendering = useRenderState().phase === 'running'
  const run = (id: CommandId) => () => {
    runCommand(world, id)
  }
  const stepTip = (id: 'undo' | 'redo', edit: string | undefined) =>
    commandTip(
      world,
      id,
      edit === undefined || !isTextKey(edit) ? undefined : `${t(`commands.${id}`)} ${t(edit)}`,
    )
  return (
    <header className={styles.header}>
      <IconButton label={t('commands.closeStory')} onPress={run('closeStory')}>
        <House size={16} />
      </IconButton>
      <h1 className={styles.heading}>
        <input
          ref={titleField}
          className={styles.title}
          dir="auto"
          aria-label={t('app.storyTitle')}
          value={title}
          maxLength={MAX_LABEL}
          placeholder={t('app.untitled')}
          onChange={(event) => {
            const story = openStory(world)
            if (story !== null) world.edit('edits.rename', renameStory(story, event.target.value), 'title')
          }}
        />
        <KeptCursor field={titleField} value={title} />
      </h1>
      <span className={styles.saved} title={location ?? t('app.draftHint')}>
        {t(`app.saving.${saving}`)}
      </span>
      <IconButton
        label={t('commands.undo')}
        tip={stepTip('undo', lastEdit)}
        isDisabled={lastEdit === undefined}
        onPress={run('undo')}
      >
        <Undo2 size={16} />
      </IconButton>
      <IconButton
        label={t('commands.redo')}
        tip={stepTip('redo', nextEdit)}
        isDisabled={nextEdit === undefined}
        onPress={run('redo')}
      >
        <Redo2 size={16} />
      </IconButton>
      <span className={styles.space} />
      <FindButton />
      <span className={styles.space} />
      <ConnectionChoice />
      <CostChip />
      <Button onPress={run('export')}>{t('commands.export')}</Button>
      <Button tone="primary" isDisabled={isRendering} onPress={run('renderStory')}>
        {t('commands.renderStory')}
      </Button>
      <MenuButton
        label={t('app.menu')}
        entries={pageGroups().flatMap((group, groupIndex) =>
          group.map((id, index) => ({
            id,
            startsGroup: groupIndex > 0 && index === 0,
            label: t(`commands.${id}`),
            shortcut: shownKeys(world, id),
            isDisabled: !isEnabled(world, id),
            onAction: run(id),
          })),
        )}
      >
        <Ellipsis size={17} />
      </MenuButton>
    </header>
  )
}

/** What a render would make, and what it would cost. */
function CostChip() {
  const { t } = useTranslation()
  const { changed, notMade, missingCredits } = useCounts()
  const isFree = useIsFree()
  const count = changed + notMade
  if (count === 0) return null
  const blocks = t('app.toRender', { count })
  return (
    <span className={styles.cost}>
      <Chip>{isFree ? blocks : `${blocks} · ${t('units.estimate', { count: missingCredits })}`}</Chip>
    </span>
  )
}
