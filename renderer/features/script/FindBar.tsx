import { CaseSensitive, ChevronDown, ChevronUp, ListChecks, Regex, WholeWord, X } from 'lucide-react'
import { useDeferredValue, useEffect, useMemo, useRef, type KeyboardEvent } from 'react'
import { patternError } from '../../../shared/lib/pattern.ts'
import { replaceHits, replacementOf, searchedText, type Hit } from '../../../shared/story/findReplace.ts'
import type { Story } from '../../../shared/story/story.ts'
import {
  changeFinding,
  closeFinding,
  currentIndex,
  findWithin,
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
import { Button, IconButton, IconToggle } from '../../ui/Button.tsx'
import { SelectBox } from '../../ui/SelectBox.tsx'
import styles from './FindBar.module.css'
import { FindFacts, FindSpoken } from './FindSpoken.tsx'

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
        <SelectBox
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
        </SelectBox>
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
  { name: 'isCaseSensitive', Icon: CaseSensitive },
  { name: 'isWholeWord', Icon: WholeWord },
  { name: 'isPattern', Icon: Regex },
] as const

/** The search field, the number of hits, and buttons to go through them. */
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
      {SWITCHES.map(({ name, Icon }) => (
        <IconToggle
          key={name}
          label={t(`script.find.${name}`)}
          tip={t(`script.find.${name}`)}
          isOn={finding[name]}
          onChange={(isOn) => changeFinding(session, { [name]: isOn })}
        >
          <Icon size={16} />
        </IconToggle>
      ))}
      <FindWithin finding={finding} />
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

/** Restricts the search to the blocks that were selected when it was switched on, because going to a hit selects its block. */
function FindWithin({ finding: { within } }: { readonly finding: FindState }) {
  const { t } = useTranslation()
  const session = useSession()
  const chosen = useEditor(({ selection }) => selection.length)
  if (within === null && chosen < 2) return null
  const label = t('script.find.within', { count: within?.size ?? chosen })
  return (
    <IconToggle
      label={label}
      tip={label}
      isOn={within !== null}
      onChange={(isOn) => findWithin(session, isOn)}
    >
      <ListChecks size={16} />
    </IconToggle>
  )
}

/** The replacement, and the effect of replacing all hits. */
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
      {done === null ? null : <FindFacts change={done.change} locked={done.locked} tooLong={done.tooLong} />}
      <Preview story={story} finding={late} hits={hits} />
    </div>
  )
}

/** How much of the words around a hit the preview shows, in characters. */
const AROUND = 32

interface PreviewProps {
  readonly story: Story
  readonly finding: FindState
  readonly hits: readonly Hit[] | null
}

/** The next hit before and after replacement, with the words around it. */
function Preview({ story, finding, hits }: PreviewProps) {
  const { t } = useTranslation()
  const hit = hits?.[Math.max(0, currentIndex(hits, finding))]
  const record = hit === undefined ? undefined : story.records.get(hit.id)
  const search = searchOf(finding)
  if (hit === undefined || record === undefined || search === null) return null
  const text = searchedText(record, search.place) ?? ''
  const before = text.slice(Math.max(0, hit.start - AROUND), hit.start)
  const after = text.slice(hit.end, hit.end + AROUND)
  const start = hit.start > AROUND ? '…' : ''
  const end = hit.end + AROUND < text.length ? '…' : ''
  return (
    <p className={styles.preview} dir="auto">
      <span className="visually-hidden">{t('script.find.preview')} </span>
      {start}
      {before}
      <del>{text.slice(hit.start, hit.end)}</del>
      <ins>{replacementOf(hit, search, finding.replacement)}</ins>
      {after}
      {end}
    </p>
  )
}

/** Returns the ref of the field `name`, which is focused with its text selected each time the bar is opened for it. */
function useFocusedField({ field, count }: FindState, name: FindState['field']) {
  const input = useRef<HTMLInputElement>(null)
  useEffect(() => {
    if (field !== name) return
    input.current?.focus()
    input.current?.select()
  }, [field, name, count])
  return input
}

/** The hits of a finding in the story, deferred as for views without text fields. */
function useHits(finding: FindState) {
  const story = useDeferredStory()
  const { place, source, isPattern, isCaseSensitive, isWholeWord, within } = finding
  return useMemo(
    () => hitsOf(story, finding),
    // The current hit and the replacement do not affect the hits.
    // oxlint-disable-next-line react/exhaustive-deps
    [story, place, source, isPattern, isCaseSensitive, isWholeWord, within],
  )
}
