import { Drama, Plus } from 'lucide-react'
import { useEffect, useMemo, useRef, useState } from 'react'
import type { CharacterId } from '../../../shared/story/records.ts'
import { NO_STATS } from '../../../shared/story/castStats.ts'
import { findCharacter } from '../../../shared/story/selectors.ts'
import { openCasting, removeFromCast, selectBlocksOf } from '../../actions/cast.ts'
import { addCharacter } from '../../actions/editing.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useCastStats, useDeferredStory, useOfStory, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Page } from '../../ui/Page.tsx'
import styles from './CastPage.module.css'
import { CastTable } from './CastTable.tsx'
import type { SortOrder } from './CastTable.tsx'
import { CharacterFields } from './CharacterFields.tsx'
import { DefaultFields } from './DefaultFields.tsx'
import { MergeDialog } from './MergeDialog.tsx'
import { NOBODY, sortSpeakers, speakersOf } from './speakers.ts'
import { StatsLine } from './StatsLine.tsx'

interface CastPageProps {
  /** The character that is shown first. */
  readonly chosen: CharacterId | null
  /** Whether the page opens with the question which characters to merge. */
  readonly merges: boolean
}

/** The whole cast as a table with what each says and costs, and how the chosen character is spoken beside it. */
export function CastPage({ chosen, merges }: CastPageProps) {
  const { t } = useTranslation()
  const session = useSession()
  const close = useCloseDialog()
  const story = useDeferredStory()
  const stats = useCastStats()
  const [currentId, setCurrentId] = useState<string>(chosen ?? story.cast[0]?.id ?? NOBODY)
  const [order, setOrder] = useState<SortOrder>({ column: 'number', direction: 'ascending' })
  const [isMerging, setMerging] = useState(merges)
  const pane = useRef<HTMLElement>(null)
  const main = useRef<HTMLDivElement>(null)
  useEffect(() => {
    // The table passes the focus on to the chosen row, once it has measured where its rows are.
    const frame = requestAnimationFrame(() =>
      main.current?.querySelector<HTMLElement>('[role=grid]')?.focus(),
    )
    return () => {
      cancelAnimationFrame(frame)
    }
  }, [])
  const speakers = useMemo(
    () => sortSpeakers(speakersOf(story, stats, t('inspector.defaults')), order.column, order.direction),
    [story, stats, t, order],
  )
  const current = speakers.find(({ id }) => id === currentId) ?? speakers[0]
  // What is typed into a field has to be there at once.
  const character = useOfStory((now) => findCharacter(now, current?.character?.id ?? null)) ?? null
  if (current === undefined) return null
  const { name } = current
  return (
    <Page
      title={t('app.cast')}
      backLabel={t('settings.back')}
      tools={
        <>
          <Button
            icon={<Drama size={15} />}
            isDisabled={story.cast.length === 0}
            onPress={() => {
              openCasting(session)
            }}
          >
            {t('commands.castVoices')}
          </Button>
          <Button
            icon={<Plus size={15} />}
            onPress={() => {
              setCurrentId(addCharacter(session, t('inspector.newCharacter')))
            }}
          >
            {t('inspector.addCharacter')}
          </Button>
        </>
      }
      onClose={close}
    >
      <div className={styles.body}>
        <div ref={main} className={styles.main}>
          <CastTable
            speakers={speakers}
            order={order}
            currentId={current.id}
            onOrder={setOrder}
            onCurrent={setCurrentId}
            onEdit={() => pane.current?.querySelector<HTMLElement>('input, button')?.focus()}
          />
          <p className={styles.all}>
            {t('cast.people', { count: story.cast.length })} · <StatsLine stats={stats.all} />
          </p>
        </div>
        <section ref={pane} className={styles.pane} aria-label={t('cast.about', { name })}>
          {current.character === null ? (
            <>
              <h2 className={styles.name}>{name}</h2>
              <StatsLine stats={stats.bySpeaker.get(null) ?? NO_STATS} />
              <DefaultFields />
            </>
          ) : character === null ? null : (
            <CharacterFields key={character.id} character={character} />
          )}
          <div className={styles.actions}>
            <Button
              isDisabled={current.stats.blocks === 0}
              onPress={() => {
                selectBlocksOf(session, current.character?.id ?? null)
              }}
            >
              {t('inspector.selectBlocks')}
            </Button>
            {character === null ? null : (
              <>
                <Button
                  isDisabled={story.cast.length < 2}
                  onPress={() => {
                    setMerging(true)
                  }}
                >
                  {t('cast.mergeWith')}
                </Button>
                <Button
                  onPress={() => {
                    removeFromCast(session, character.id)
                  }}
                >
                  {t('inspector.remove')}
                </Button>
              </>
            )}
          </div>
        </section>
      </div>
      {isMerging ? (
        <MergeDialog
          first={character?.id ?? null}
          onClose={(into) => {
            setMerging(false)
            if (into !== undefined) setCurrentId(into)
          }}
        />
      ) : null}
    </Page>
  )
}
