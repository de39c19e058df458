import type { TFunction } from 'i18next'
import { useMemo, useState, useId } from 'react'
import { useShallow } from 'zustand/react/shallow'
import { SPEECH_MODELS } from '../../../shared/speech-api/models.ts'
import type { Change } from '../../../shared/story/changes.ts'
import {
  giveValue,
  SPOKEN_FIELDS,
  valuesOf,
  type SpokenField,
  type SpokenValue,
} from '../../../shared/story/findReplace.ts'
import { countLocked } from '../../../shared/story/locks.ts'
import type { Character } from '../../../shared/story/records.ts'
import { DEFAULT_SETTINGS } from '../../../shared/story/speechSettings.ts'
import { selectBlocks } from '../../actions/editing.ts'
import { replaceSpoken } from '../../actions/finding.ts'
import { consequenceOf } from '../../actions/voicePicking.ts'
import { useAppState } from '../../hooks/app.ts'
import { useDeferredStory, useSession, useAudioState, useIsFree } from '../../hooks/session.ts'
import { formatSpeed } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { SelectBox } from '../../ui/SelectBox.tsx'
import styles from './FindBar.module.css'

/** Speeds to choose from in addition to those of the story. */
const SPEEDS = [1, 1.1, 1.25, 1.5, 2]

/** Finds blocks by speaker or setting, and changes either for all of them. */
export function FindSpoken() {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const voices = useAppState((state) => state.voices)
  const [field, setField] = useState<SpokenField>('characterId')
  const [wanted, setWanted] = useState<string | null>(null)
  const [given, setGiven] = useState<string | null>(null)
  const found = useMemo(() => valuesOf(story, field), [story, field])
  const isOf = (value: SpokenValue) => keyOf(value) === wanted
  const hit = found.find(({ value }) => isOf(value)) ?? found[0]
  const choices = useMemo(() => {
    const offered: Readonly<Partial<Record<SpokenField, readonly SpokenValue[]>>> = {
      characterId: [...story.cast.map(({ id }) => id), null],
      voiceId: voices.map(({ id }) => id),
      model: SPEECH_MODELS,
      speed: SPEEDS,
    }
    const initial = field === 'characterId' ? null : DEFAULT_SETTINGS[field]
    const all = [...found.map(({ value }) => value), ...(offered[field] ?? [initial])]
    return [...new Map(all.map((value) => [keyOf(value), value])).values()]
  }, [found, field, story.cast, voices])
  const next = choices.find((value) => keyOf(value) === given)
  const nameOf = (value: SpokenValue) =>
    spokenName(t, field, value, {
      cast: story.cast,
      voices: new Map(voices.map(({ id, name }) => [id, name])),
    })
  const change = useMemo(
    () => (hit === undefined || next === undefined ? null : giveValue(story, hit.ids, field, next)),
    [story, hit, field, next],
  )
  const locked = hit === undefined ? 0 : countLocked(story, hit.ids)
  return (
    <div className={styles.row}>
      <SelectBox
        aria-label={t('script.find.field')}
        value={field}
        onChange={({ target }) => {
          setField(SPOKEN_FIELDS.find((each) => each === target.value) ?? 'characterId')
          setWanted(null)
          setGiven(null)
        }}
      >
        {SPOKEN_FIELDS.map((each) => (
          <option key={each} value={each}>
            {each === 'characterId' ? t('inspector.character') : t(`inspector.settings.${each}`)}
          </option>
        ))}
      </SelectBox>
      <label className={styles.label}>
        {t('script.find.is')}
        <SelectBox
          value={hit === undefined ? '' : keyOf(hit.value)}
          onChange={({ target }) => setWanted(target.value)}
        >
          {found.map(({ value, ids }) => (
            <option key={keyOf(value)} value={keyOf(value)}>
              {t('script.find.valueCount', { name: nameOf(value), count: ids.length })}
            </option>
          ))}
        </SelectBox>
      </label>
      <label className={styles.label}>
        {t('script.find.becomes')}
        <SelectBox
          value={next === undefined ? '' : keyOf(next)}
          onChange={({ target }) => setGiven(target.value)}
        >
          <option value="">{t('script.find.choose')}</option>
          {choices.map((value) => (
            <option key={keyOf(value)} value={keyOf(value)}>
              {nameOf(value)}
            </option>
          ))}
        </SelectBox>
      </label>
      <Button
        size="small"
        isDisabled={hit === undefined}
        onPress={() => selectBlocks(session, hit?.ids ?? [])}
      >
        {t('script.find.select')}
      </Button>
      <Button
        size="small"
        isDisabled={change === null}
        onPress={() => {
          if (change !== null) replaceSpoken(session, change)
        }}
      >
        {t('script.find.setAll')}
      </Button>
      {change === null ? null : <FindFacts change={change} locked={locked} />}
    </div>
  )
}

const keyOf = (value: SpokenValue) => JSON.stringify(value)

/** A value as shown in the form of its field. */
function spokenName(
  t: TFunction,
  field: SpokenField,
  value: SpokenValue,
  known: { readonly cast: readonly Character[]; readonly voices: ReadonlyMap<string, string> },
): string {
  if (typeof value === 'number') return t('units.speed', { value: formatSpeed(value) })
  if (typeof value === 'object')
    return value?.name ?? t(field === 'vibe' ? 'vibes.none' : 'script.noCharacter')
  if (field === 'characterId') return known.cast.find(({ id }) => id === value)?.name ?? value
  if (field === 'voiceId') return known.voices.get(value) ?? value
  if (field === 'model') return t(`inspector.models.${SPEECH_MODELS.find((id) => id === value) ?? 'tts-1'}`)
  return value === '' ? t('inspector.neutral') : value
}

interface FindFactsProps {
  readonly change: Change
  readonly locked: number
  readonly tooLong?: number
}

/** The effect of a replacement: how much it changes, what needs rendering again, at what price, and what stays. */
export function FindFacts({ change, locked, tooLong = 0 }: FindFactsProps) {
  const { t } = useTranslation()
  const id = useId()
  const story = useDeferredStory()
  const isFree = useIsFree()
  const audio = useAudioState(useShallow(({ takes, allTakes, render }) => ({ takes, allTakes, render })))
  const { changed, credits } = useMemo(() => consequenceOf(story, change, audio), [story, change, audio])
  const facts = [
    t('script.find.records', { count: change.put.length }),
    ...(changed > 0 ? [t('script.find.wouldChange', { count: changed })] : []),
    ...(credits > 0 ? [isFree ? t('inspector.makingFree') : t('units.estimate', { count: credits })] : []),
    ...(locked > 0 ? [t('script.find.locked', { count: locked })] : []),
    ...(tooLong > 0 ? [t('script.find.tooLong', { count: tooLong })] : []),
  ]
  return (
    <p id={id} className={styles.facts}>
      {facts.join(' · ')}
    </p>
  )
}
