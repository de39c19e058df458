import { ChevronLeft, ChevronRight, Columns2 } from 'lucide-react'
import { useId, useMemo, useState } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { BUILT_IN_CONNECTION, type Block, type BlockId } from '../../../shared/story/records.ts'
import { blockNumber } from '../../../shared/story/selectors.ts'
import type { Story } from '../../../shared/story/story.ts'
import { consequenceOf, heardBlocks, type VoiceUse } from '../../actions/voicePicking.ts'
import { HearButton } from '../../fields/VoiceField.tsx'
import { UnreadTextWarning } from '../../fields/UnreadWarning.tsx'
import type { Hearing } from '../../hooks/hearing.ts'
import { useAudioState, useIsFree, useStory, useSelectionIfOpen } from '../../hooks/session.ts'
import { useArePlainVoices, useVoiceProblem } from '../../hooks/voiceOptions.ts'
import { errorText } from '../../i18n/textKeys.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { Warning } from '../../ui/Warning.tsx'
import styles from './VoiceDetails.module.css'
import { FavouriteButton } from './VoiceList.tsx'
import type { FoundVoice } from './findVoices.ts'

interface VoiceDetailsProps {
  readonly voice: FoundVoice
  /** Empty for a form. */
  readonly uses: readonly VoiceUse[]
  readonly connectionId: string
  /** The words for an audition; '' if the voice cannot be heard. */
  readonly heardText: string
  readonly hearing: Hearing | null
  /** Which of several lines is used; null for a single line. */
  readonly lines: Pick<Lines, 'number' | 'count'> | null
  readonly onLine: (step: -1 | 1) => void
  readonly comparison: Comparison
  /** Whether it is below the row of the voice, which shows its name and buttons. */
  readonly isFolded: boolean
  readonly onPick: (voiceId: string) => void
  /** Uses the voice for a use, by default in the form. */
  readonly onUse: (way?: VoiceUse) => void
}

/** The facts about a voice, an audition, and the effect of choosing it. */
export function VoiceDetails(props: VoiceDetailsProps) {
  const { voice, uses, connectionId, heardText, hearing, isFolded, onPick, onUse } = props
  const { lines, onLine, comparison } = props
  const { t } = useTranslation()
  const problem = useVoiceProblem(voice.id, connectionId)
  const isPlain = useArePlainVoices([voice.id], connectionId)
  const isBuiltIn = connectionId === BUILT_IN_CONNECTION
  const facts = [
    ['maker', voice.makerName],
    ['language', voice.languageName],
    ['gender', voice.gender === null ? '' : t(`voices.genders.${voice.gender}`)],
    ['licence', voice.licence],
    ['costs', t(isBuiltIn ? 'voices.free' : 'voices.perCharacter')],
  ] as const
  return (
    <div className={styles.details}>
      {isFolded ? null : (
        <>
          <div className={styles.head}>
            <h3 className={styles.name} dir="auto">
              {voice.name}
            </h3>
            <FavouriteButton voice={voice} />
          </div>
          <p className={styles.description}>{voice.description}</p>
        </>
      )}
      {hearing === null || heardText === '' ? null : (
        <div className={styles.heard}>
          {isFolded ? null : <HearButton voice={voice} hearing={hearing} />}
          <p dir="auto">{heardText}</p>
        </div>
      )}
      <div className={styles.lines}>
        {lines === null || hearing === null ? null : (
          <>
            <IconButton
              label={t('voices.previousLine')}
              size="small"
              tip={`${t('voices.previousLine')} (←)`}
              onPress={() => {
                onLine(-1)
              }}
            >
              <ChevronLeft size={14} />
            </IconButton>
            <span role="status">{t('voices.line', { number: lines.number, count: lines.count })}</span>
            <IconButton
              label={t('voices.nextLine')}
              size="small"
              tip={`${t('voices.nextLine')} (→)`}
              onPress={() => {
                onLine(1)
              }}
            >
              <ChevronRight size={14} />
            </IconButton>
          </>
        )}
        <CompareButton id={voice.id} comparison={comparison} />
      </div>
      {hearing?.error ? <p role="alert">{errorText(t, hearing.error)}</p> : null}
      {problem === null ? null : <Warning {...problem} />}
      {isPlain ? <p className={styles.description}>{t('inspector.emotionByPace')}</p> : null}
      <UnreadTextWarning text={heardText} voiceId={voice.id} connectionId={connectionId} onUse={onPick} />
      <dl className={styles.facts}>
        {facts.map(([name, value]) =>
          value === '' ? null : (
            <div key={name}>
              <dt>{t(`voices.facts.${name}`)}</dt>
              <dd>{value}</dd>
            </div>
          ),
        )}
      </dl>
      <div className={styles.uses}>
        {uses.map((way, index) => (
          <UseButton
            key={way.kind}
            way={way}
            voice={voice}
            isFirst={index === 0}
            onUse={() => {
              onUse(way)
            }}
          />
        ))}
        {uses.length > 0 ? null : (
          <Button
            tone="primary"
            onPress={() => {
              onUse()
            }}
          >
            {t('voices.use', { voice: voice.name })}
          </Button>
        )}
      </div>
    </div>
  )
}

interface UseButtonProps {
  readonly way: VoiceUse
  readonly voice: FoundVoice
  readonly isFirst: boolean
  readonly onUse: () => void
}

/** Applies the voice to one use, and says in advance what that does to existing audio. */
function UseButton({ way, voice, isFirst, onUse }: UseButtonProps) {
  const { t } = useTranslation()
  const story = useStory()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const isFree = useIsFree()
  const id = useId()
  const { changed, credits } = useMemo(
    () => consequenceOf(story, way.change(voice.id), audio),
    [story, way, voice.id, audio],
  )
  const [first] = way.blocks
  const label =
    way.kind === 'character'
      ? t('voices.useForCharacter', { voice: voice.name, name: way.character?.name ?? '' })
      : way.kind === 'story'
        ? t('voices.useForStory', { voice: voice.name })
        : way.blocks.length === 1 && first !== undefined
          ? t('voices.useForBlock', { number: blockNumber(story, first.id) })
          : t('voices.useForBlocks', { count: way.blocks.length })
  return (
    <>
      {changed === 0 ? null : (
        <p id={id} className={styles.consequence}>
          {isFree
            ? t('voices.changesFree', { count: changed })
            : t('voices.changes', { count: changed, credits: t('units.estimate', { count: credits }) })}
        </p>
      )}
      <Button
        tone={isFirst ? 'primary' : 'plain'}
        {...(changed > 0 && { 'aria-describedby': id })}
        onPress={onUse}
      >
        {label}
      </Button>
    </>
  )
}

interface Comparison {
  readonly compared: ReadonlySet<string>
  /** The voice in use, with which the first voice is compared. */
  readonly present: { readonly id: string; readonly name: string } | undefined
  readonly onChange: (compared: ReadonlySet<string>, voiceId: string) => void
}

/** Adds a voice to the comparison, or removes it. */
function CompareButton({ id, comparison }: { readonly id: string; readonly comparison: Comparison }) {
  const { t } = useTranslation()
  const { compared, present, onChange } = comparison
  const isCompared = compared.has(id)
  const other = compared.size === 0 && present?.id !== id ? present : undefined
  const label = isCompared
    ? t('voices.compareNoMore')
    : other === undefined
      ? t('voices.compare')
      : t('voices.compareWith', { name: other.name })
  return (
    <Button
      size="small"
      icon={<Columns2 size={14} />}
      onPress={() => {
        const others = [...compared].filter((each) => each !== id)
        onChange(new Set(isCompared ? others : [...others, ...(other ? [other.id] : []), id]), id)
      }}
    >
      {label}
    </Button>
  )
}

interface Lines {
  /** The current line; null if the story has none. */
  readonly heard: Block | null
  /** Counts from 1. */
  readonly number: number
  readonly count: number
  /** Goes to the next or previous line, wrapping around, and returns it; null if there is no other. */
  readonly go: (step: -1 | 1) => Block | null
}

/** The lines for auditions of a voice, from its uses. Empty without a story. */
export function useLines(story: Story | undefined, uses: readonly VoiceUse[]): Lines {
  const selection = useSelectionIfOpen()
  const [place, setPlace] = useState<{ firstId: BlockId | null; index: number }>({ firstId: null, index: 0 })
  const lines = useMemo(
    () => (story === undefined ? [] : heardBlocks(story, uses, selection)),
    [story, uses, selection],
  )
  const firstId = lines[0]?.id ?? null
  // If the lines change, start with the first.
  const index = place.firstId === firstId && place.index < lines.length ? place.index : 0
  return {
    heard: lines[index] ?? null,
    number: index + 1,
    count: lines.length,
    go(step) {
      if (lines.length < 2) return null
      const next = (index + step + lines.length) % lines.length
      setPlace({ firstId, index: next })
      return lines[next] ?? null
    },
  }
}
