/** One field for everything: commands with their keys, characters, chapters, voices, and words of the story. */
import { AudioLines, BookOpen, ChevronRight, Search, UserRound } from 'lucide-react'
import { type ReactNode, useMemo, useState } from 'react'
import { Autocomplete, Header, Input, Menu, MenuItem, MenuSection, SearchField } from 'react-aria-components'
import { flushSync } from 'react-dom'
import { COMMAND_IDS, COMMANDS } from '../../../shared/commands/commands.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import { isEnabled, shownKeys } from '../../actions/commands.ts'
import { revealBlock } from '../../actions/editing.ts'
import {
  canGoTo,
  findVoice,
  giveSelection,
  goToPlace,
  PLACE_IDS,
  PLACES,
  runFromPalette,
  showCharacter,
} from '../../actions/palette.ts'
import { useApp, useAppState, useCloseDialog } from '../../hooks/app.ts'
import { useOpenSession, useSelectionIfOpen, useStoryIfOpen } from '../../hooks/session.ts'
import { optionalText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { describeVoice } from '../../i18n/voiceText.ts'
import type { Session } from '../../stores/app.ts'
import { DialogFrame } from '../../ui/Dialog.tsx'
import { Kbd } from '../../ui/Kbd.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './Palette.module.css'
import { findEntries, type PaletteEntry, type PaletteGroupId } from './findEntries.ts'

/** The command palette. Arrows select, Enter runs, Escape closes. */
export function Palette() {
  const { t } = useTranslation()
  const app = useApp()
  const session = useOpenSession()
  const story = useStoryIfOpen((state) => state.story)
  const selection = useSelectionIfOpen()
  const voices = useAppState((state) => state.voices)
  const recent = useAppState((state) => state.settings.recentCommands)
  const [text, setText] = useState('')
  /** The element that had the focus before. */
  const [opener] = useState(() => document.activeElement)
  const commands = useMemo(
    () =>
      COMMAND_IDS.filter((id) => id !== 'palette').map((id) => ({
        id,
        label: t(`commands.${id}`),
        words: optionalText(t, `palette.words.${id}`),
        keys: shownKeys(app, id),
        isEnabled: isEnabled(app, id),
        isForBlock: COMMANDS[id].enabledWhen === 'selection',
      })),
    [t, app],
  )
  const hasStory = story !== undefined
  const places = useMemo(
    () =>
      PLACE_IDS.map((id) => ({
        id,
        label: t(PLACES[id].label),
        words: optionalText(t, `palette.words.${id}`),
        within: t(`palette.within.${PLACES[id].target.in}`),
        isEnabled: canGoTo(id, hasStory),
      })),
    [t, hasStory],
  )
  const groups = findEntries({ text, commands, places, recent, voices, story, selection })
  const close = useCloseDialog()
  const chosen = selection.at(-1)
  const headingOf = (id: PaletteGroupId) =>
    id === 'block' && story !== undefined && chosen !== undefined
      ? selection.length === 1
        ? t('palette.forBlock', { number: blockNumber(story, chosen) })
        : t('palette.forBlocks', { count: selection.length })
      : t(`palette.groups.${id}`)
  return (
    <DialogFrame look="palette" label={t('commands.palette')} onClose={close}>
      <Autocomplete inputValue={text} onInputChange={setText}>
        <SearchField
          className={styles.field ?? ''}
          aria-label={t('commands.palette')}
          autoFocus
          onKeyDown={(event) => {
            // Escape closes at once, even if something is typed.
            if (event.key === 'Escape') close()
            else event.continuePropagation()
          }}
        >
          <Search size={18} aria-hidden="true" />
          <Input
            className={styles.input ?? ''}
            placeholder={t('commands.palette')}
            dir="auto"
            maxLength={200}
          />
        </SearchField>
        <Menu
          className={styles.menu ?? ''}
          aria-label={t('palette.results')}
          renderEmptyState={() => <p className={styles.empty}>{t('palette.none')}</p>}
        >
          {groups.map((group) => (
            <MenuSection key={group.id} id={group.id}>
              <Header className={styles.heading ?? ''}>{headingOf(group.id)}</Header>
              {group.entries.map((entry) => (
                <PaletteItem
                  key={keyOf(entry)}
                  // Part of an id in the page, which must not have spaces.
                  id={encodeURIComponent(`${group.id}/${keyOf(entry)}`)}
                  entry={entry}
                  onAction={() => {
                    leaveTo(entry)
                  }}
                />
              ))}
            </MenuSection>
          ))}
        </Menu>
      </Autocomplete>
      <p className={styles.foot}>
        <span>
          <Kbd>Enter</Kbd> {t('palette.doIt')}
        </span>
        <span>{t('palette.signs')}</span>
      </p>
    </DialogFrame>
  )

  /** Restores the focus first: focusing a text selects its block, which would override the selection of an entry. */
  function leaveTo(entry: PaletteEntry): void {
    flushSync(close)
    if (opener instanceof HTMLElement) opener.focus()
    run(entry)
  }

  function run(entry: PaletteEntry): void {
    if (entry.kind === 'command') runFromPalette(app, entry.command.id)
    else if (entry.kind === 'place') goToPlace(app, entry.place.id)
    else if (entry.kind === 'voice') findVoice(app, entry.voice.name, selection)
    else if (session !== null) goTo(session, entry)
  }
}

/** Goes to an entry in the story. */
function goTo(
  session: Session,
  entry: Exclude<PaletteEntry, { readonly kind: 'command' | 'place' | 'voice' }>,
): void {
  switch (entry.kind) {
    case 'give':
      giveSelection(session, entry.character.id)
      break
    case 'character':
      showCharacter(session, entry.character.id)
      break
    case 'chapter':
      revealBlock(session, entry.first, false, true)
      break
    case 'block':
      revealBlock(session, entry.block.id)
  }
}

/** Identifies an entry in its group. */
function keyOf(entry: PaletteEntry): string {
  switch (entry.kind) {
    case 'command':
      return entry.command.id
    case 'place':
      return `place ${entry.place.id}`
    case 'give':
    case 'character':
      return `${entry.kind} ${entry.character.id}`
    case 'chapter':
      return entry.chapter.id
    case 'voice':
      return entry.voice.id
    case 'block':
      return entry.block.id
  }
}

interface PaletteItemProps {
  readonly id: string
  readonly entry: PaletteEntry
  readonly onAction: () => void
}

/** One result of the palette. */
function PaletteItem({ id, entry, onAction }: PaletteItemProps) {
  const { t } = useTranslation()
  const voices = useAppState((state) => state.voices)
  const { icon, label, detail = null, keys, text } = factsOf()
  return (
    <MenuItem
      id={id}
      className={styles.item ?? ''}
      textValue={text ?? (typeof label === 'string' ? label : '')}
      isDisabled={
        (entry.kind === 'command' && !entry.command.isEnabled) ||
        (entry.kind === 'place' && !entry.place.isEnabled)
      }
      onAction={onAction}
    >
      <span className={styles.icon}>{icon}</span>
      <span className={styles.label} dir="auto">
        {label}
      </span>
      {detail === null ? null : <span className={styles.detail}>{detail}</span>}
      {keys === undefined ? null : (
        <span className={styles.keys}>
          <Kbd>{keys}</Kbd>
        </span>
      )}
    </MenuItem>
  )

  function factsOf(): {
    readonly icon: ReactNode
    readonly label: ReactNode
    readonly detail?: string
    readonly keys?: string | undefined
    readonly text?: string
  } {
    switch (entry.kind) {
      case 'command':
        return { icon: <ChevronRight size={15} />, label: entry.command.label, keys: entry.command.keys }
      case 'place':
        return { icon: <ChevronRight size={15} />, label: entry.place.label, detail: entry.place.within }
      case 'give':
        return { icon: <UserRound size={15} />, label: t('palette.give', { name: entry.character.name }) }
      case 'character': {
        const { name, color, settings } = entry.character
        return {
          icon: (
            <span className={styles.face} style={characterColor(color)}>
              {[...name.trim()][0]?.toUpperCase() ?? '?'}
            </span>
          ),
          label: name,
          detail: t('palette.characterFacts', {
            voice: voices.find((voice) => voice.id === settings.voiceId)?.name ?? settings.voiceId,
            model: t(`inspector.models.${settings.model}`),
            blocks: t('units.blocks', { count: entry.blocks }),
          }),
        }
      }
      case 'chapter':
        return {
          icon: <BookOpen size={15} />,
          label: t('app.chapterN', { number: entry.number, title: entry.chapter.title }),
        }
      case 'voice':
        return {
          icon: <AudioLines size={15} />,
          label: entry.voice.name,
          detail: describeVoice(t, entry.voice),
        }
      case 'block': {
        const { before, match, after } = entry.excerpt
        return {
          icon: entry.number,
          label: (
            <span className={styles.words}>
              {before}
              <mark>{match}</mark>
              {after}
            </span>
          ),
          text: `${before}${match}${after}`,
        }
      }
    }
  }
}
