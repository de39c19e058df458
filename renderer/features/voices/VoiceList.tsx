import { Check, Star, TriangleAlert } from 'lucide-react'
import { useMemo, type KeyboardEvent, type ReactNode } from 'react'
import {
  GridList,
  GridListHeader,
  GridListItem,
  GridListSection,
  ListLayout,
  Virtualizer,
} from 'react-aria-components'
import { lettersOf, unreadLanguage, unreadScript } from '../../../shared/voices/scripts.ts'
import { languageWordsOf } from '../../../shared/voices/textLanguage.ts'
import { changeSettings } from '../../actions/settings.ts'
import { usePackLanguages } from '../../hooks/voiceOptions.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { useStoryIfOpen } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import type { FoundVoice, VoiceGroup } from './findVoices.ts'
import { HearButton } from '../../fields/VoiceField.tsx'
import type { Hearing } from '../../hooks/hearing.ts'
import lineStyles from '../../ui/TwoLines.module.css'
import styles from './VoiceList.module.css'

const ROW_PX = 46
const HEADING_PX = 30

interface VoiceListProps {
  readonly groups: readonly VoiceGroup[]
  /** The voice whose details are shown. */
  readonly currentId: string | null
  /** The voice in use. */
  readonly presentId: string
  /** The text for a voice to read; a voice that cannot read it is marked. */
  readonly letters: string
  readonly hearing: Hearing | null
  /** The details of the current voice, if shown below its row. */
  readonly folded: ReactNode
  readonly onPick: (voiceId: string) => void
  readonly onUse: (voiceId: string) => void
  /** Called when an arrow key requests the previous or next line. */
  readonly onLine: (step: -1 | 1) => void
  /** Called when a letter was pressed, which belongs in the search. */
  readonly onType: () => void
}

/** The voices in their groups. Only visible rows are in the page. Arrows move and switch lines, Space plays, Enter uses. */
export function VoiceList(props: VoiceListProps) {
  const { groups, currentId, presentId, letters, hearing, folded, onPick, onUse, onLine, onType } = props
  const { t } = useTranslation()
  const [inText, words] = useMemo(() => [lettersOf(letters), languageWordsOf(letters)], [letters])
  const onKey = (event: KeyboardEvent) => {
    if (!(event.target instanceof HTMLElement) || event.target.role !== 'row') return
    if (event.key === ' ') {
      event.preventDefault()
      event.stopPropagation()
      if (hearing === null || currentId === null) return
      // Paid audio is bought only with the button that shows the price.
      if (hearing.priceOf(currentId) === 0) hearing.toggle(currentId)
      else event.target.querySelector<HTMLElement>('[data-price]')?.focus()
    } else if (event.key === 'ArrowLeft' || event.key === 'ArrowRight') {
      event.preventDefault()
      event.stopPropagation()
      onLine(event.key === 'ArrowLeft' ? -1 : 1)
    } else if (event.key.length === 1 && !event.ctrlKey && !event.metaKey && !event.altKey) {
      event.stopPropagation()
      onType() // the browser types the letter into the newly focused field
    } else if (event.key === 'ArrowUp' && currentId === groups[0]?.voices[0]?.id) {
      event.preventDefault()
      event.stopPropagation()
      onType()
    }
  }
  const packs = usePackLanguages()
  // A service charges for the first listen of each voice.
  const isPriced =
    hearing !== null && groups.some(({ voices }) => voices.some(({ id }) => hearing.priceOf(id) > 0))
  return (
    <div className={styles.box} data-priced={isPriced || undefined} onKeyDownCapture={onKey}>
      <Virtualizer
        key={folded === null ? 'even' : 'measured'} // the layout caches row sizes
        layout={ListLayout}
        layoutOptions={{
          headingSize: HEADING_PX,
          ...(folded === null ? { rowSize: ROW_PX } : { estimatedRowSize: ROW_PX }),
        }}
        shouldObserveItemSize={folded !== null}
      >
        <GridList
          className={styles.list ?? ''}
          aria-label={t('voices.list')}
          selectionMode="single"
          selectionBehavior="replace"
          disallowEmptySelection
          disallowTypeAhead
          keyboardNavigationBehavior="tab"
          escapeKeyBehavior="none"
          selectedKeys={currentId === null ? [] : [currentId]}
          onSelectionChange={(keys) => {
            const [key] = keys === 'all' ? [] : keys
            if (key !== undefined) onPick(String(key))
          }}
          onAction={(key) => {
            onUse(String(key))
          }}
        >
          {groups.map((group) => (
            <GridListSection key={group.id} id={group.id}>
              <GridListHeader className={styles.heading ?? ''}>
                {t(`voices.groups.${group.id}`)} <span>{group.voices.length}</span>
              </GridListHeader>
              {group.voices.map((voice) => (
                <GridListItem
                  key={voice.id}
                  id={voice.id}
                  textValue={voice.name}
                  className={styles.item ?? ''}
                >
                  <VoiceRow
                    voice={voice}
                    isPresent={voice.id === presentId}
                    isUnread={
                      unreadScript(inText, voice.id, packs) !== null ||
                      unreadLanguage(words, voice.id, packs) !== null
                    }
                    showsUsers={group.id === 'used' || group.id === 'compared'}
                    hearing={hearing}
                  />
                  {voice.id === currentId && folded !== null ? (
                    <div className={styles.folded}>{folded}</div>
                  ) : null}
                </GridListItem>
              ))}
            </GridListSection>
          ))}
        </GridList>
      </Virtualizer>
    </div>
  )
}

interface VoiceRowProps {
  readonly voice: FoundVoice
  readonly isPresent: boolean
  readonly isUnread: boolean
  /** Whether to show the characters that have the voice. */
  readonly showsUsers: boolean
  readonly hearing: Hearing | null
}

function VoiceRow({ voice, isPresent, isUnread, showsUsers, hearing }: VoiceRowProps) {
  const { t } = useTranslation()
  return (
    <div className={styles.row}>
      <FavouriteButton voice={voice} />
      {hearing === null ? <span /> : <HearButton voice={voice} hearing={hearing} />}
      <span className={lineStyles.lines}>
        <span className={styles.name}>
          <b dir="auto">{voice.name}</b>
          {showsUsers ? <Users voiceId={voice.id} /> : null}
          {isUnread ? (
            <span title={t('voices.unread')}>
              <TriangleAlert size={13} role="img" aria-label={t('voices.unread')} className={styles.unread} />
            </span>
          ) : null}
        </span>
        <small title={voice.description}>{voice.description}</small>
      </span>
      <span className={styles.maker} title={voice.makerName}>
        {voice.makerName}
      </span>
      {isPresent ? (
        <Check size={16} role="img" aria-label={t('voices.inUse')} className={styles.present} />
      ) : null}
    </div>
  )
}

/** Adds a voice to the favourites, or removes it. */
export function FavouriteButton({ voice: { id, name } }: { readonly voice: FoundVoice }) {
  const { t } = useTranslation()
  const app = useApp()
  const isFavourite = useAppState((state) => state.settings.favouriteVoices.includes(id))
  return (
    <IconButton
      label={t(isFavourite ? 'voices.removeFavourite' : 'voices.addFavourite', { name })}
      onPress={() => {
        const { favouriteVoices } = app.state.getState().settings
        const others = favouriteVoices.filter((other) => other !== id)
        changeSettings(app, { favouriteVoices: isFavourite ? others : [...others, id] })
      }}
    >
      <Star size={16} className={isFavourite ? styles.favourite : styles.star} />
    </IconButton>
  )
}

/** The characters that have a voice, by their initials. */
function Users({ voiceId }: { readonly voiceId: string }) {
  const cast = useStoryIfOpen(({ story }) => story.cast)
  const users = cast?.filter(({ settings }) => settings.voiceId === voiceId) ?? []
  return users.map(({ id, name, color }) => (
    <span key={id} title={name} className={styles.user} style={characterColor(color)}>
      <span aria-hidden="true">{[...name.trim()][0]?.toUpperCase() ?? '?'}</span>
      <span className="visually-hidden">{name}</span>
    </span>
  ))
}
