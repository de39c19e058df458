import { Coins, LoaderCircle, Lock, Pause, Play, Trash2 } from 'lucide-react'
import { useDeferredValue, useMemo } from 'react'
import { Button as AriaButton } from 'react-aria-components'
import {
  effectOf,
  type EntryEffect,
  entryProblem,
  entryUses,
  scopedEntries,
  type ScopedEntry,
  storyWithEntry,
} from '../../../shared/story/lexiconCommands.ts'
import { MAX_LEXICON_FORM } from '../../../shared/story/limits.ts'
import {
  type Block,
  characterIdSchema,
  type LexiconEntry,
  type LexiconEntryId,
} from '../../../shared/story/records.ts'
import { blocksOf, settingsOf } from '../../../shared/story/selectors.ts'
import { sentenceStarts } from '../../../shared/story/sentences.ts'
import { hasSpeech, lexiconHitsOf, spokenTextOf } from '../../../shared/story/spokenText.ts'
import type { Story } from '../../../shared/story/story.ts'
import { baseLanguage, ENGINE_LANGUAGES } from '../../../shared/voices/languages.ts'
import { changeLexicon, keepDraft, removeEntry, showHits } from '../../actions/lexicon.ts'
import type { LineHearing, SpokenLine } from '../../hooks/hearing.ts'
import { useAudioState, useIsFree, useSession } from '../../hooks/session.ts'
import { formatCount, localeFormats } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { languageName } from '../../i18n/voiceText.ts'
import { trialOf } from '../../stores/editorStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import { StateMark } from '../../ui/StateMark.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Lexicon.module.css'

const WHERE = ['word', 'anywhere', 'pattern'] as const
const STORY = 'story'
const ALL = 'all'

interface EntryEditorProps {
  readonly story: Story
  readonly draft: ScopedEntry
  readonly hear: LineHearing
}

/** The form of an entry: nothing needs rendering before it is kept. */
export function EntryEditor({ story, draft, hear }: EntryEditorProps) {
  const { t } = useTranslation()
  const session = useSession()
  const { entry, isCommon } = draft
  const deferred = useDeferredValue(draft)
  const takes = useAudioState((state) => state.takes)
  const trial = trialOf(story, deferred)
  const problem = entryProblem(entry)
  const effect = useMemo(
    () => effectOf(story, trial, { id: entry.id, takes }),
    [story, trial, entry.id, takes],
  )
  const [asItIs, asWritten] = useMemo(
    () => [
      entryLine(
        trial,
        storyWithEntry(story, deferred.entry.id, null),
        deferred.entry.id,
        deferred.entry.written,
      ),
      entryLine(trial, trial, deferred.entry.id, deferred.entry.written),
    ],
    [story, trial, deferred],
  )
  const saved = scopedEntries(story).find((each) => each.entry.id === entry.id)
  const patch = (change: Partial<LexiconEntry>, common = isCommon) =>
    changeLexicon(session, { draft: { entry: { ...entry, ...change }, isCommon: common } })
  const keep = () => {
    keepDraft(session).catch(session.report)
  }
  const scopes = [
    { id: STORY, name: t('lexicon.thisStory') },
    { id: ALL, name: t('lexicon.allStories') },
    ...story.cast.map(({ id, name }) => ({ id, name })),
  ]
  return (
    <form
      className={styles.card}
      aria-label={t('lexicon.entry')}
      onSubmit={(event) => {
        event.preventDefault()
        keep()
      }}
    >
      <div className={styles.cardHead}>
        <b className={styles.written} dir="auto" title={entry.written}>
          {entry.written === '' ? t('lexicon.newWord') : entry.written}
        </b>
        <span role="status">
          {t('lexicon.hitsIn', {
            count: effect.hits,
            blocks: t('units.blocks', { count: effect.blocks.length }),
          })}
        </span>
        <span className={styles.space} />
        <Button
          size="small"
          isDisabled={effect.blocks.length === 0}
          onPress={() => showHits(session, entry.written, effect)}
        >
          {t('lexicon.showThem')}
        </Button>
        {saved === undefined ? null : (
          <IconButton
            label={t('lexicon.remove', { word: entry.written })}
            onPress={() => {
              removeEntry(session, saved).catch(session.report)
            }}
          >
            <Trash2 size={15} />
          </IconButton>
        )}
      </div>
      <div className={styles.fields}>
        <TextField
          label={entry.match === 'pattern' ? t('lexicon.pattern') : t('lexicon.word')}
          value={entry.written}
          maxLength={MAX_LEXICON_FORM}
          autoFocus={entry.written === ''}
          onChange={(written) => patch({ written })}
        />
        <TextField
          label={t('lexicon.sayItAs')}
          value={entry.spoken}
          maxLength={MAX_LEXICON_FORM}
          placeholder={t('lexicon.asYouHearIt')}
          autoFocus={entry.written !== ''}
          onChange={(spoken) => patch({ spoken })}
        />
        {problem?.kind === 'pattern' || problem?.kind === 'complex' ? (
          <p role="alert" className={styles.problem}>
            {problem.kind === 'pattern'
              ? t('lexicon.badPattern', { reason: problem.reason })
              : t('lexicon.tooComplex')}
          </p>
        ) : null}
        <SegmentField
          label={t('lexicon.where')}
          value={entry.match}
          options={WHERE.map((id) => ({
            id,
            name: t(`lexicon.wheres.${id}`),
            tip: t(`lexicon.whereTips.${id}`),
          }))}
          onChange={(match) => patch({ match })}
        />
        <SwitchField
          label={t('lexicon.matchCase')}
          isOn={entry.isCaseSensitive}
          onChange={(isCaseSensitive) => patch({ isCaseSensitive })}
        />
        <ComboField
          label={t('lexicon.for')}
          value={isCommon ? ALL : (entry.characterId ?? STORY)}
          options={scopes}
          emptyText={t('lexicon.noCharacter')}
          onChange={(id) =>
            patch(
              { characterId: id === STORY || id === ALL ? null : characterIdSchema.parse(id) },
              id === ALL,
            )
          }
        />
        <LanguageField value={entry.language} onChange={(language) => patch({ language })} />
      </div>
      <div className={styles.ear} role="group" aria-label={t('lexicon.byEar')}>
        <span className={styles.label}>{t('lexicon.byEar')}</span>
        <HearLine label={t('lexicon.asItIs')} text={t('lexicon.asItIs')} line={asItIs ?? null} hear={hear} />
        <HearLine
          label={t('lexicon.hearDraft', { spoken: entry.spoken })}
          text={t('lexicon.asChanged')}
          line={asWritten ?? null}
          hear={hear}
        />
      </div>
      <div className={styles.facts}>
        <Effect effect={effect} />
        <span className={styles.space} />
        <Button type="submit" tone="primary" isDisabled={problem !== null}>
          {t('lexicon.keep')}
        </Button>
      </div>
    </form>
  )
}

function Effect({ effect: { stale, locked, credits } }: { readonly effect: EntryEffect }) {
  const { t } = useTranslation()
  const isFree = useIsFree()
  return (
    <dl className={styles.effect}>
      <div>
        <dt>{t('lexicon.goesStale')}</dt>
        <dd>
          <StateMark state="changed" word={t('units.blockState.changed')} />
          {t('units.blocks', { count: stale })}
        </dd>
      </div>
      {locked === 0 ? null : (
        <div>
          <dt>{t('lexicon.stays')}</dt>
          <dd>
            <Lock size={13} aria-hidden="true" />
            {t('lexicon.locked', { count: locked })}
          </dd>
        </div>
      )}
      <div>
        <dt>{t('lexicon.toMakeAgain')}</dt>
        <dd>
          <Coins size={13} aria-hidden="true" />
          {isFree
            ? t('lexicon.free')
            : t('units.credits', { count: credits, formatted: formatCount(credits) })}
        </dd>
      </div>
    </dl>
  )
}

const EVERY = 'every'

interface LanguageFieldProps {
  readonly value: string | null
  readonly onChange: (language: string | null) => void
}

/** The language of the voices that an entry is for. */
function LanguageField({ value, onChange }: LanguageFieldProps) {
  const { t } = useTranslation()
  const { locale } = localeFormats()
  const languages = useMemo(() => {
    const tags = new Set(ENGINE_LANGUAGES.map(([tag]) => baseLanguage(tag)))
    if (value !== null) tags.add(value)
    return [...tags]
      .map((id) => ({ id, name: languageName(id) }))
      .sort((a, b) => a.name.localeCompare(b.name, locale))
  }, [value, locale])
  return (
    <ComboField
      label={t('lexicon.voicesOf')}
      hint={value === null ? undefined : t('lexicon.knownVoices')}
      value={value ?? EVERY}
      options={[{ id: EVERY, name: t('lexicon.everyVoice') }, ...languages]}
      emptyText={t('lexicon.noLanguage')}
      onChange={(id) => onChange(id === EVERY ? null : id)}
    />
  )
}

interface HearLineProps {
  /** The accessible name, without the price. */
  readonly label: string
  /** The text of the button; none for a round button. */
  readonly text?: string
  readonly line: SpokenLine | null
  readonly hear: LineHearing
}

/** Plays a line; the number on it is what the first listen costs. */
export function HearLine({ label, text, line, hear }: HearLineProps) {
  const { t } = useTranslation()
  const price = line === null ? 0 : hear.priceOf(line)
  const isPlaying = line !== null && hear.isPlaying(line)
  const isMaking = line !== null && hear.isMaking(line)
  const credits = t('units.credits', { count: price, formatted: formatCount(price) })
  return (
    <AriaButton
      className={styles.hear ?? ''}
      aria-label={price > 0 ? t('lexicon.withPrice', { label, credits }) : label}
      data-playing={isPlaying || undefined}
      isDisabled={line === null}
      onPress={() => {
        if (line !== null) hear.toggle(line)
      }}
    >
      {isMaking ? (
        <LoaderCircle size={12} className={styles.spin} />
      ) : isPlaying ? (
        <Pause size={11} fill="currentColor" />
      ) : (
        <Play size={11} fill="currentColor" />
      )}
      {text === undefined ? null : (
        <span className={styles.hearText} dir="auto" title={text}>
          {text}
        </span>
      )}
      {price > 0 ? <small>{formatCount(price)}</small> : null}
    </AriaButton>
  )
}

/**
 * The first sentence in which an entry is used in the story `used`, which has the entry, as spoken by the story
 * `said`. If there is none, the word alone, in the voice of the first block that speaks; null if no block does.
 */
export function entryLine(used: Story, said: Story, id: LexiconEntryId, word: string): SpokenLine | null {
  const block = entryUses(used).get(id)?.first
  if (block === undefined) {
    const any = blocksOf(used).find((each) => hasSpeech(used, each))
    return any === undefined || word.trim() === '' ? null : asSaid(said, { ...any, text: word })
  }
  const at = lexiconHitsOf(used, block).find(({ entry }) => entry.id === id)?.start ?? 0
  const starts = sentenceStarts(block.text)
  const from = starts.findLast((start) => start <= at) ?? 0
  const to = starts.find((start) => start > at) ?? block.text.length
  return asSaid(said, { ...block, text: block.text.slice(from, to).trim() })
}

/** The words of a block as sent. */
function asSaid(story: Story, block: Block): SpokenLine | null {
  const text = spokenTextOf(story, block)
  return text.trim() === ''
    ? null
    : { blockId: block.id, text, settings: settingsOf(story, block), isSpoken: true }
}
