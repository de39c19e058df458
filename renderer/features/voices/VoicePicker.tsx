/** Chooses a voice in a panel beside the story, which can be played and edited meanwhile. */
import { X, AudioLines } from 'lucide-react'
import { useEffect, useMemo, useRef, useState, type KeyboardEvent } from 'react'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import type { Story } from '../../../shared/story/story.ts'
import { runCommand } from '../../actions/commands.ts'
import { noteLocked } from '../../actions/editing.ts'
import { changeSettings } from '../../actions/settings.ts'
import { closeVoicePicker, presentVoice, voiceUses, type VoiceUse } from '../../actions/voicePicking.ts'
import { useApp, useAppState, useViewState } from '../../hooks/app.ts'
import { useHearing } from '../../hooks/hearing.ts'
import { useOpenSession, useSelectionIfOpen, useStoryIfOpen } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { VoiceTarget } from '../../stores/viewStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Dot } from '../../ui/Chip.tsx'
import { SearchBox } from '../../ui/SearchBox.tsx'
import { useMedia } from '../../ui/useMedia.ts'
import { VoiceDetails, useLines } from './VoiceDetails.tsx'
import { VoiceFilterFields } from './VoiceFilterFields.tsx'
import { VoiceList } from './VoiceList.tsx'
import styles from './VoicePicker.module.css'
import { NO_FILTERS, useFoundVoices } from './findVoices.ts'

/** From this window width on, the details are beside the list; in a narrower window, below the row. */
const WIDE = '(min-width: 1100px)'
/** From this window width on, the filters are beside the list; in a narrower window, behind a button. */
const HAS_ROOM_FOR_FILTERS = '(min-width: 760px)'

/** The open voice picker, if any. It closes with any dialog that opens or closes, because its target is no longer shown. */
export function VoicePicker() {
  const app = useApp()
  const target = useViewState((state) => state.voicePicker)
  const story = useStoryIfOpen((state) => state.story)
  const selection = useSelectionIfOpen()
  const uses = useMemo(
    () =>
      target === null || target.kind === 'form' || story === undefined
        ? []
        : voiceUses(story, target, selection),
    [target, story, selection],
  )
  const isGone = target !== null && target.kind !== 'form' && uses.length === 0
  useEffect(() => {
    if (isGone) closeVoicePicker(app)
  }, [app, isGone])
  useEffect(
    () =>
      app.view.subscribe((now, before) => {
        if (now.dialog !== before.dialog && now.voicePicker !== null) closeVoicePicker(app)
      }),
    [app],
  )
  if (target === null || isGone) return null
  return <Picker target={target} uses={uses} story={story} />
}

interface PickerProps {
  readonly target: VoiceTarget
  /** Empty for a form. */
  readonly uses: readonly VoiceUse[]
  readonly story: Story | undefined
}

function Picker({ target, uses, story }: PickerProps) {
  const { t } = useTranslation()
  const app = useApp()
  const session = useOpenSession()
  const selection = useSelectionIfOpen()
  const filters = useAppState((state) => state.settings.voiceFilters)
  const isWide = useMedia(WIDE)
  const hasRoomForFilters = useMedia(HAS_ROOM_FOR_FILTERS)
  const [showsFilters, setShowsFilters] = useState(false)
  const [text, setText] = useState('search' in target ? (target.search ?? '') : '')
  const [picked, setPicked] = useState<string | null>(null)
  const [compared, setCompared] = useState<ReadonlySet<string>>(new Set())
  const search = useRef<HTMLInputElement>(null)
  const list = useRef<HTMLDivElement>(null)
  useReturnFocus()

  const storyConnection = story?.info.connectionId ?? BUILT_IN_CONNECTION
  const connectionId = (target.kind === 'form' ? target.connectionId : undefined) ?? storyConnection
  const present =
    target.kind === 'form' || story === undefined
      ? target.kind === 'form'
        ? target.voiceId
        : ''
      : presentVoice(story, target, selection)
  const { voices, found, ids, currentId, current } = useFoundVoices({
    connectionId,
    story,
    present,
    text,
    picked,
    compared,
  })

  const isOfStory = connectionId === storyConnection
  const lines = useLines(isOfStory ? story : undefined, uses)
  const { heard } = lines
  const ownText = target.kind === 'form' ? target.text : ''
  const hearing = useHearing(
    heard === null ? null : { block: heard, text: ownText === '' ? heard.text : ownText },
  )
  /** Goes to another line, which the current voice says at once if that is free. */
  const goToLine = (step: -1 | 1) => {
    const block = ownText === '' ? lines.go(step) : null
    if (block === null || hearing === null || currentId === null) return
    const line = { block, text: block.text }
    if (hearing.priceOf(currentId, line) === 0) hearing.toggle(currentId, line)
  }
  const letters = ownText === '' ? (heard?.text ?? '') : ownText

  const choose = (voiceId: string, way: VoiceUse | undefined = uses[0]) => {
    if (target.kind === 'form') target.onUse(voiceId)
    else if (way !== undefined && session !== null) {
      session.edit('edits.voiceId', way.change(voiceId))
      if (way.kind === 'blocks') noteLocked(session, selection)
    }
    closeVoicePicker(app)
  }
  const onSearchKey = (event: KeyboardEvent) => {
    if (event.key === 'ArrowDown' || event.key === 'ArrowUp') {
      event.preventDefault()
      list.current?.querySelector<HTMLElement>('[role=row][aria-selected=true]')?.focus()
    } else if (event.key === 'Enter' && !event.nativeEvent.isComposing && currentId !== null) {
      event.preventDefault()
      choose(currentId)
    }
  }
  const details =
    current === undefined ? null : (
      <VoiceDetails
        voice={current}
        uses={uses}
        connectionId={connectionId}
        heardText={letters}
        hearing={hearing}
        lines={ownText === '' && lines.count > 1 ? lines : null}
        onLine={goToLine}
        comparison={{
          compared,
          present: voices.find(({ id }) => id === present),
          onChange(next, voiceId) {
            setPicked(voiceId)
            setCompared(next)
          },
        }}
        isFolded={!isWide}
        onPick={setPicked}
        onUse={(way) => {
          choose(current.id, way)
        }}
      />
    )
  const character = uses[0]?.character
  return (
    <section
      role="dialog"
      data-beside
      data-react-aria-top-layer
      aria-label={titleOf()}
      className={styles.picker}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.stopPropagation()
        closeVoicePicker(app)
      }}
    >
      <div className={styles.head}>
        {character === undefined ? null : <Dot color={`--c${character.color}`} />}
        <h2 className={styles.title}>{titleOf()}</h2>
        <SearchBox
          className={styles.search}
          size="large"
          label={t('voices.search')}
          placeholder={t('voices.searchPlaceholder')}
          value={text}
          autoFocus
          inputRef={search}
          onChange={setText}
          onKeyDown={onSearchKey}
        />
        <span className={styles.count} role="status">
          {t('voices.count', { found: found.total, count: voices.length })}
        </span>
        {hasRoomForFilters ? null : (
          <Button
            aria-expanded={showsFilters}
            onPress={() => {
              setShowsFilters(!showsFilters)
            }}
          >
            {t('voices.filters')}
          </Button>
        )}
        <IconButton
          label={t('app.close')}
          onPress={() => {
            closeVoicePicker(app)
          }}
        >
          <X size={16} />
        </IconButton>
      </div>
      <div className={styles.body}>
        {hasRoomForFilters || showsFilters ? (
          <VoiceFilterFields voices={voices} counts={found.counts} filters={filters} />
        ) : null}
        <div className={styles.found} ref={list}>
          {ids.length === 0 ? (
            <NoneFound
              onClear={() => {
                setText('')
                search.current?.focus()
              }}
            />
          ) : (
            <>
              <VoiceList
                groups={found.groups}
                currentId={currentId}
                presentId={present}
                letters={connectionId === BUILT_IN_CONNECTION ? letters : ''}
                hearing={hearing}
                folded={isWide ? null : details}
                onPick={setPicked}
                onUse={choose}
                onLine={goToLine}
                onType={() => search.current?.focus()}
              />
              <GetNaturalVoices />
            </>
          )}
          {hearing === null || currentId === null || hearing.priceOf(currentId) === 0 ? null : (
            <p className={styles.note}>{t('voices.priceNote')}</p>
          )}
        </div>
        {isWide && details !== null ? <div className={styles.side}>{details}</div> : null}
      </div>
    </section>
  )

  function titleOf(): string {
    const [way] = uses
    if (way === undefined) return t('voices.title')
    if (way.kind === 'character') return t('voices.titleFor', { name: way.character?.name ?? '' })
    if (way.kind === 'story') return t('voices.titleForStory')
    return t('voices.titleForBlocks', { count: way.blocks.length })
  }
}

/** Restores the previous focus if it is still in the picker when that closes. */
function useReturnFocus(): void {
  const before = useRef<Element | null>(null)
  before.current ??= document.activeElement
  useEffect(
    () => () => {
      const { activeElement } = document
      const isLost =
        activeElement === null ||
        activeElement === document.body ||
        activeElement.closest('[data-beside]') !== null
      if (isLost && before.current instanceof HTMLElement) before.current.focus()
    },
    [],
  )
}

/** Says that no voice matches, with a button that clears the filters and, by `onClear`, the search. */
function NoneFound({ onClear }: { readonly onClear: () => void }) {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <div className={styles.empty}>
      <p>{t('voices.none')}</p>
      <Button
        onPress={() => {
          changeSettings(app, { voiceFilters: NO_FILTERS })
          onClear()
        }}
      >
        {t('voices.clearFilters')}
      </Button>
      <GetNaturalVoices />
    </div>
  )
}

/** A link to the natural voices that can be downloaded. */
function GetNaturalVoices() {
  const { t } = useTranslation()
  const app = useApp()
  return (
    <Button
      tone="quiet"
      icon={<AudioLines size={14} aria-hidden="true" />}
      onPress={() => {
        runCommand(app, 'naturalVoices')
      }}
    >
      {t('commands.naturalVoices')}
    </Button>
  )
}
