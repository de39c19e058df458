/** How blocks with their own length or speed will sound, before their audio is rendered. */
import type { TFunction } from 'i18next'
import { type FitForecast, forecastOf, paceForecast } from '../../shared/story/fitForecast.ts'
import { isLocked } from '../../shared/story/locks.ts'
import type { Block, BlockId } from '../../shared/story/records.ts'
import { findBlock, findCharacter, settingsOf } from '../../shared/story/selectors.ts'
import { findTake } from '../../shared/story/takes.ts'
import { formatBlockLength, localeFormats } from '../i18n/format.ts'
import { useTranslation } from '../i18n/useTranslation.ts'
import { voicePacesOf } from '../stores/timing.ts'
import { useAppState } from './app.ts'
import { useAudioState, useDeferredStory } from './session.ts'

interface Forecast extends FitForecast {
  readonly block: Block
}

/** The forecasts of those of these blocks that will sound rushed or dragged; updated with lower priority while the writer types. */
export function useForecasts(ids: readonly BlockId[]): readonly Forecast[] {
  const story = useDeferredStory()
  const takes = useAudioState((state) => state.takes)
  return ids.flatMap((id) => {
    const block = findBlock(story, id)
    if (block === undefined || isLocked(block) || findTake(story, block, takes) !== undefined) return []
    const forecast = forecastOf(story, block, () => voicePacesOf(story, takes))
    return forecast === null ? [] : [{ ...forecast, block }]
  })
}

/** Returns a function that puts a forecast into a sentence. */
export function useForecastText(): (forecast: Forecast) => string {
  const { t } = useTranslation()
  const story = useDeferredStory()
  const voices = useAppState((state) => state.voices)
  const estimateText = useEstimateText()
  return (forecast) => {
    if (forecast.isEstimate) return estimateText(forecast)
    const { block, kind } = forecast
    const character = findCharacter(story, block.characterId)
    const { voiceId } = settingsOf(story, block)
    const voice = voices.find(({ id }) => id === voiceId)?.name ?? voiceId
    // A character's own speed changes how fast its voice speaks.
    const isUsual = character?.settings.voiceId === voiceId && character.settings.speed === 1
    return t(`inspector.fit.${kind}Text`, {
      ...lengthsIn(t, forecast),
      name: isUsual ? character.name : voice,
    })
  }
}

/** Describes in a sentence how a speaker's unrendered blocks will sound at its own speed; null if as usual. */
export function useSpeedText(speed: number, toMakeMs: number): string | null {
  const estimateText = useEstimateText()
  const forecast = paceForecast({ wordsMs: toMakeMs * speed, spokenMs: toMakeMs, isEstimate: true })
  return forecast === null ? null : estimateText(forecast)
}

function useEstimateText(): (forecast: FitForecast) => string {
  const { t } = useTranslation()
  return (forecast) => t(`inspector.fit.${forecast.kind}Estimate`, lengthsIn(t, forecast))
}

function lengthsIn(t: TFunction, { wordsMs, spokenMs, timesAsFast }: FitForecast) {
  return {
    words: formatBlockLength(t, wordsMs, false),
    spoken: formatBlockLength(t, spokenMs, false),
    times: localeFormats().decimal(timesAsFast, 0, 1),
  }
}
