import { useId, useMemo } from 'react'
import { useShallow } from 'zustand/react/shallow'
import type { Change } from '../../../shared/story/changes.ts'
import { consequenceOf } from '../../actions/voicePicking.ts'
import { useAudioState, useDeferredStory, useIsFree } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import styles from './FindBar.module.css'

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
