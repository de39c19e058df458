import { ChevronDown, ChevronUp, X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef } from 'react'
import type { KeyboardEvent } from 'react'
import { patternError } from '../../../shared/lib/pattern.ts'
import { replaceHits } from '../../../shared/story/findReplace.ts'
import {
  changeFinding,
  closeFinding,
  currentIndex,
  goToHit,
  hitsOf,
  openFinding,
  replaceAll,
  replaceOne,
  searchOf,
} from '../../actions/finding.ts'
import { useDeferredStory, useEditor, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { FindState } from '../../stores/editorStore.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { IconToggle } from '../../ui/IconToggle.tsx'
import styles from './FindBar.module.css'
import { FindFacts } from './FindFacts.tsx'
import { FindSpoken } from './FindSpoken.tsx'

/** Find and replace, above the script. */
export function FindBar() {
  const finding = useEditor((state) => state.finding)
  return finding === null ? null : <OpenFindBar finding={finding} />
}

const PLACES = ['words', 'names', 'spoken'] as const

function OpenFindBar({ finding }: { readonly finding: FindState }) {
  const { t } = useTranslation()
  const session = useSession()
  return (
    <div
      className={styles.bar}
      role="search"
      aria-label={t('script.find.label')}
      onKeyDown={(event) => {
        if (event.key !== 'Escape') return
        event.preventDefault()
        closeFinding(session)
      }}
    >
      <div className={styles.row}>
        <select
          className={styles.choice}
          aria-label={t('script.find.place')}
          value={finding.place}
          onChange={({ target }) => {
            const place = PLACES.find((each) => each === target.value)
            if (place !== undefined) changeFinding(session, { place })
          }}
        >
          {PLACES.map((place) => (
            <option key={place} value={place}>
              {t(`script.find.places.${place}`)}
            </option>
          ))}
        </select>
        {finding.place === 'spoken' ? null : <FindWords finding={finding} />}
        {finding.place === 'spoken' ? <span className={styles.space} /> : null}
        <IconButton label={t('script.find.close')} onPress={() => closeFinding(session)}>
          <X size={16} />
        </IconButton>
      </div>
      {finding.place === 'spoken' ? (
        <FindSpoken />
      ) : finding.isReplacing ? (
        <Replace finding={finding} />
      ) : null}
    </div>
  )
}

const SWITCHES = [
  { name: 'isCaseSensitive', sign: 'Aa' },
  { name: 'isWholeWord', sign: '“ ”' },
  { name: 'isPattern', sign: '.*' },
] as const

/** What is looked for, how many hits there are, and ways to go through them. */
function FindWords({ finding }: { readonly finding: FindState }) {
  const { t } = useTranslation()
  const session = useSession()
  const field = useFocusedField(finding, 'source')
  const { source, isReplacing } = finding
  const hits = useHits(finding)
  const isWrong = source !== '' && hits === null
  const index = hits === null ? -1 : currentIndex(hits, finding)
  const onKeyDown = (event: KeyboardEvent) => {
    if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
    event.preventDefault()
    goToHit(session, event.shiftKey ? -1 : 1)
  }
  const text =
    source === ''
      ? ''
      : hits === null
        ? t(patternError(source) === null ? 'script.find.tooComplex' : 'script.find.notUnderstood')
        : index < 0
          ? t('script.find.count', { count: hits.length })
          : t('script.find.at', { number: index + 1, count: hits.length })
  return (
    <>
      <input
        ref={field}
        className={styles.field}
        dir="auto"
        aria-label={t('script.find.find')}
        placeholder={t('script.find.find')}
        aria-invalid={isWrong || undefined}
        value={source}
        onChange={({ target }) => changeFinding(session, { source: target.value })}
        onKeyDown={onKeyDown}
      />
      {SWITCHES.map(({ name, sign }) => (
        <IconToggle
          key={name}
          label={t(`script.find.${name}`)}
          tip={t(`script.find.${name}`)}
          isOn={finding[name]}
          onChange={(isOn) => changeFinding(session, { [name]: isOn })}
        >
          <span aria-hidden="true">{sign}</span>
        </IconToggle>
      ))}
      <span className={styles.count} role="status" data-wrong={isWrong || undefined}>
        {text}
      </span>
      <IconButton label={t('script.find.previous')} onPress={() => goToHit(session, -1)}>
        <ChevronUp size={16} />
      </IconButton>
      <IconButton label={t('script.find.next')} onPress={() => goToHit(session, 1)}>
        <ChevronDown size={16} />
      </IconButton>
      {isReplacing ? null : (
        <Button size="small" tone="quiet" onPress={() => openFinding(session, true)}>
          {t('script.find.replace')}
        </Button>
      )}
    </>
  )
}

/** What the hits are replaced by, and what replacing all of them does. */
function Replace({ finding }: { readonly finding: FindState }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useDeferredStory()
  const field = useFocusedField(finding, 'replacement')
  const late = useDeferredValue(finding)
  const hits = useHits(late)
  const done = useMemo(() => {
    const search = searchOf(late)
    return search === null || hits === null ? null : replaceHits(story, hits, search, late.replacement)
  }, [story, late, hits])
  return (
    <div className={styles.row}>
      <input
        ref={field}
        className={styles.field}
        dir="auto"
        aria-label={t('script.find.by')}
        placeholder={t('script.find.by')}
        value={finding.replacement}
        onChange={({ target }) =>
          changeFinding(session, { replacement: target.value, current: finding.current })
        }
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          event.preventDefault()
          replaceOne(session)
        }}
      />
      <Button size="small" isDisabled={done === null} onPress={() => replaceOne(session)}>
        {t('script.find.replace')}
      </Button>
      <Button
        size="small"
        isDisabled={done === null || done.replaced === 0}
        onPress={() => replaceAll(session)}
      >
        {t('script.find.replaceAll')}
      </Button>
      {done === null ? null : (
        <FindFacts hits={done.replaced} change={done.change} locked={done.locked} tooLong={done.tooLong} />
      )}
    </div>
  )
}

/** Gives the ref of the field `name`, which gets the focus, with its words selected, each time the bar is opened for it. */
function useFocusedField({ field, count }: FindState, name: FindState['field']) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field !== name) return
    input.current?.focus()
    input.current?.select()
  }, [field, name, count])
  return input
}

/** The hits of a finding in the story, as views without text fields show it. */
function useHits(finding: FindState) {
  const story = useDeferredStory()
  const { place, source, isPattern, isCaseSensitive, isWholeWord } = finding
  return useMemo(
    () => hitsOf(story, finding),
    // What is gone to and what is put in do not change what is found.
    // oxlint-disable-next-line react/exhaustive-deps
    [story, place, source, isPattern, isCaseSensitive, isWholeWord],
  )
}
