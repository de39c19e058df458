import { ListFilter } from 'lucide-react'
import { blocksOf } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { chooseShown } from '../../actions/choosing.ts'
import { useBlockStates, useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { formatCount } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { stateCountsOf } from '../../stores/blockState.ts'
import { characterBlocksOf } from '../../stores/characterBlocks.ts'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { narratedSpeechOf } from '../../stores/narratedSpeech.ts'
import { FILTER_STATES, isSameFilter } from '../../stores/blockFilter.ts'
import type { BlockFilter } from '../../stores/blockFilter.ts'
import styles from './SubBar.module.css'

/** Chooses which blocks the script shows; and, where blocks have changed, a button that shows them. */
export function FilterMenu() {
  const { t } = useTranslation()
  const session = useSession()
  const filter = useEditor((state) => state.filter)
  const isOpen = useEditor((state) => state.isFilterOpen)
  const story = useDeferredStory()
  const counts = stateCountsOf(useBlockStates())
  const narrated = narratedSpeechOf(story).size
  const show = (wanted: BlockFilter | null) => session.editor.setState({ filter: wanted })
  const choices: { id: string; filter: BlockFilter | null; name: string; count: number }[] = [
    { id: 'all', filter: null, name: t('script.filter.all'), count: blocksOf(story).length },
    ...FILTER_STATES.map((state) => ({
      id: state,
      filter: { kind: 'state', state } as const,
      name: t(`units.blockState.${state}`),
      count: counts[state],
    })),
    ...(narrated === 0 && filter?.kind !== 'narratedSpeech'
      ? []
      : [
          {
            id: 'narratedSpeech',
            filter: { kind: 'narratedSpeech' } as const,
            name: t('script.filter.narratedSpeech'),
            count: narrated,
          },
        ]),
    ...charactersIn(story).map(({ characterId, name, count }) => ({
      id: `of-${characterId ?? ''}`,
      filter: { kind: 'character', characterId } as const,
      name: name ?? t('script.noCharacter'),
      count,
    })),
    ...(filter?.kind === 'blocks'
      ? [{ id: 'blocks', filter, name: filter.name, count: filter.ids.size }]
      : []),
  ]
  const name = choices.find((choice) => isSameFilter(choice.filter, filter))?.name ?? t('script.filter.all')
  const changed: BlockFilter = { kind: 'state', state: 'changed' }
  const isChanged = isSameFilter(filter, changed)
  return (
    <>
      <MenuButton
        label={t('script.filter.label', { name })}
        className={styles.button}
        isOn={filter !== null}
        isOpen={isOpen}
        onOpenChange={(isFilterOpen) => session.editor.setState({ isFilterOpen })}
        entries={[
          ...choices.map(({ id, name: label, count, filter: wanted }, index) => ({
            id,
            label,
            isWritten: wanted?.kind === 'character' && wanted.characterId !== null,
            shortcut: formatCount(count),
            isDisabled: wanted !== null && count === 0,
            startsGroup: wanted !== null && wanted.kind !== choices[index - 1]?.filter?.kind,
            onAction: () => show(wanted),
          })),
          {
            id: 'select',
            label: t('script.filter.select'),
            startsGroup: true,
            onAction: () => chooseShown(session),
          },
        ]}
      >
        <ListFilter size={14} />
        <span>{name}</span>
      </MenuButton>
      {counts.changed === 0 && !isChanged ? null : (
        <button
          type="button"
          className={styles.button}
          aria-pressed={isChanged}
          onClick={() => show(isChanged ? null : changed)}
        >
          <StateMark state="changed" word={t('app.states.changed', { count: counts.changed })} showsWord />
        </button>
      )}
    </>
  )
}

/** The characters that speak in a story, in the order of the cast, with how many blocks each has; at last blocks without a character. */
function charactersIn(story: Story) {
  const blocks = characterBlocksOf(story)
  const ids = [...story.cast.map(({ id }) => id), null]
  return ids.flatMap((characterId) => {
    const count = blocks.get(characterId)?.length ?? 0
    const name = story.cast.find(({ id }) => id === characterId)?.name ?? null
    return count === 0 ? [] : [{ characterId, name, count }]
  })
}
