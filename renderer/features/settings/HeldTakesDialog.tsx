import type { TFunction } from 'i18next'
import { useEffect, useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import {
  MUSIC_NEEDS,
  SPARE_NEEDS,
  type SpareNeed,
  TAKE_NEEDS,
  type TakeNeed,
} from '../../../shared/ipc/takesContract.ts'
import { blockNumber, findBlock } from '../../../shared/story/selectors.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { cleanTakes } from '../../actions/takes.ts'
import { When } from '../../fields/When.tsx'
import { useCloseDialog } from '../../hooks/app.ts'
import { useAudioState, useProjectId, useSession, useStory } from '../../hooks/session.ts'
import { creditsText, useMadeBy } from '../../hooks/takes.ts'
import { formatCount, formatSize } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import styles from './Lists.module.css'

type Held = Output<'takes:held'>
type HeldTake = Held['takes'][number]
const isSpare = (need: TakeNeed): need is SpareNeed => SPARE_NEEDS.some((spare) => spare === need)
/** The number of takes that a group shows at first, and adds with each press. */
const SHOWN = 50

/** The content of the story's file, with sizes and prices, and deletion of unused audio: by choice, and after confirmation. */
export function HeldTakesDialog() {
  const { t } = useTranslation()
  const session = useSession()
  const projectId = useProjectId()
  const known = useAudioState((state) => state.allTakes)
  const removing = useAudioState((state) => state.removing)
  const [held, setHeld] = useState<Held | null>(null)
  const [chosen, setChosen] = useState<readonly string[]>([])
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    session.saver
      .flush() // the host reads the story from disk
      .then(() => session.bridge.call('takes:held', { projectId }))
      .then(setHeld, session.report)
  }, [session, projectId, known])
  const close = useCloseDialog()
  const there = held?.takes.filter(({ id }) => !removing.has(id)) ?? []
  const groups = useHeldGroups(there, known)
  const toClean = groups.filter(({ id }) => chosen.includes(id)).flatMap(({ takes }) => takes)
  const paid = paidFor(toClean)
  const price = paid === null ? '' : creditsText(t, paid)
  const clean = () => {
    if (!isSure) {
      setSure(true)
      return
    }
    setSure(false)
    setChosen([])
    cleanTakes(
      session,
      toClean.map(({ id }) => id),
    )
  }
  return (
    <Dialog
      size="wide"
      title={t('takes.held.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          {isSure && price !== '' ? (
            <p role="alert" className={styles.paid}>
              {t('takes.held.paidSure', { count: toClean.length, credits: price })}
            </p>
          ) : null}
          <Button tone="danger" isDisabled={toClean.length === 0} onPress={clean}>
            {isSure
              ? price === ''
                ? t('takes.held.sure')
                : t('takes.held.surePaid', { credits: price })
              : t('takes.held.clean', { count: toClean.length, size: sizeOf(t, toClean) })}
          </Button>
          <Button onPress={close}>{t('app.close')}</Button>
        </>
      }
    >
      {held === null ? null : (
        <p className={styles.total}>
          {t('takes.held.file', { count: there.length, size: formatSize(t, held.fileBytes) })}
        </p>
      )}
      {groups.map(({ id, name, need, takes, credits }) => (
        <section key={id} className={styles.held} aria-label={name}>
          <details>
            <summary>
              <b dir="auto">{name}</b>
              <span>
                {[formatCount(takes.length), sizeOf(t, takes), credits]
                  .filter((part) => part !== '')
                  .join(' · ')}
              </span>
            </summary>
            <HeldList held={takes} takes={known} />
          </details>
          {isSpare(need) ? (
            <SwitchField
              label={t('takes.held.choose', { count: takes.length })}
              hint={t(`takes.held.hints.${need}`)}
              isOn={chosen.includes(id)}
              onChange={(isOn) => {
                setSure(false)
                setChosen(isOn ? [...chosen, id] : chosen.filter((other) => other !== id))
              }}
            />
          ) : null}
        </section>
      ))}
      <HeldMusic />
    </Dialog>
  )
}

interface HeldGroup {
  readonly id: string
  readonly name: string
  readonly need: TakeNeed
  readonly takes: readonly HeldTake[]
  /** '' if nothing was paid. */
  readonly credits: string
}

/** Takes grouped by use and by service, with their cost. */
function useHeldGroups(held: readonly HeldTake[], known: readonly Take[]): readonly HeldGroup[] {
  const { t } = useTranslation()
  const madeBy = useMadeBy()
  const recorded = new Set(known.filter(({ kind }) => kind === 'recording').map(({ id }) => id))
  return TAKE_NEEDS.flatMap((need) => {
    const byMaker = new Map<string, HeldTake[]>()
    for (const take of held.filter((each) => each.need === need)) {
      const maker = recorded.has(take.id) ? 'recording' : `service ${take.connectionId ?? ''}`
      byMaker.set(maker, [...(byMaker.get(maker) ?? []), take])
    }
    return [...byMaker].map(([maker, takes]) => {
      const connectionId = takes[0]?.connectionId ?? null
      const { service, phrase, credits } = madeBy({ connectionId, credits: paidFor(takes) })
      const by = maker === 'recording' ? t('takes.recording') : service
      const name =
        need === 'service' ? phrase : [t(`takes.held.${need}`), by].filter((part) => part !== '').join(' · ')
      return { id: `${need} ${maker}`, name, need, takes, credits }
    })
  })
}

/** The credits paid for takes; null if none. */
function paidFor(takes: readonly HeldTake[]): number | null {
  const paid = takes.reduce((sum, { credits }) => sum + (credits ?? 0), 0)
  return paid > 0 ? paid : null
}

function sizeOf(t: TFunction, takes: readonly HeldTake[]): string {
  return formatSize(
    t,
    takes.reduce((sum, { bytes }) => sum + bytes, 0),
  )
}

function HeldList({ held, takes }: { readonly held: readonly HeldTake[]; readonly takes: readonly Take[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(SHOWN)
  const story = useStory()
  const byId = new Map(takes.map((take) => [take.id, take]))
  const rows = held
    .map((each) => {
      const take = byId.get(each.id)
      const block = findBlock(story, take?.blockId ?? null)
      return { ...each, take, block, number: block === undefined ? Infinity : blockNumber(story, block.id) }
    })
    .sort((a, b) => a.number - b.number || (a.take?.createdAtMs ?? 0) - (b.take?.createdAtMs ?? 0))
  return (
    <ul className={styles.list}>
      {rows.slice(0, shown).map(({ id, bytes, take, block, number }) => {
        const words =
          block === undefined
            ? t('takes.held.noBlock')
            : t('takes.held.ofBlock', { number, words: block.text.slice(0, 200) })
        return (
          <li key={id} className={styles.row}>
            <span className={styles.what}>
              <span dir="auto">
                {take === undefined || take.name === '' ? words : `${take.name} · ${words}`}
              </span>
              <small>{take === undefined ? null : <When atMs={take.createdAtMs} />}</small>
            </span>
            <span className={styles.size}>{formatSize(t, bytes)}</span>
          </li>
        )
      })}
      {shown < held.length ? (
        <li>
          <Button tone="quiet" size="small" onPress={() => setShown(shown + SHOWN)}>
            {t('render.showMore', { count: Math.min(SHOWN, held.length - shown) })}
          </Button>
        </li>
      ) : null}
    </ul>
  )
}

type HeldMusicFiles = Output<'music:held'>

/** The audio of music in the story's file, and deletion of unused audio: by choice, and after a second press. */
function HeldMusic() {
  const { t } = useTranslation()
  const session = useSession()
  const projectId = useProjectId()
  const [held, setHeld] = useState<HeldMusicFiles>([])
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    session.saver
      .flush() // the host reads the story from disk
      .then(() => session.bridge.call('music:held', { projectId }))
      .then(setHeld, session.report)
  }, [session, projectId])
  const sizeOf = (files: HeldMusicFiles) =>
    formatSize(
      t,
      files.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const clean = async () => {
    setSure(false)
    const { count, freedBytes } = await session.bridge.call('music:clean', { projectId })
    session.note('music.held.cleaned', { count, size: formatSize(t, freedBytes) })
    setHeld(await session.bridge.call('music:held', { projectId }))
  }
  if (held.length === 0) return null
  const spare = held.filter(({ need }) => need === 'spare')
  return (
    <section className={styles.held} aria-label={t('music.held.title')}>
      <div className={styles.head}>
        <h3>{t('music.held.title')}</h3>
        <span>{sizeOf(held)}</span>
      </div>
      {MUSIC_NEEDS.map((need) => {
        const files = held.filter((file) => file.need === need)
        return files.length === 0 ? null : (
          <details key={need}>
            <summary>
              <b>{t(`music.held.${need}`)}</b>
              <span>
                {formatCount(files.length)} · {sizeOf(files)}
              </span>
            </summary>
            <ul className={styles.list}>
              {files.map(({ audioId, name, bytes }) => (
                <li key={audioId} className={styles.row}>
                  <span className={styles.what}>
                    <span dir="auto">{name === '' ? t('music.held.unnamed') : name}</span>
                  </span>
                  <span className={styles.size}>{formatSize(t, bytes)}</span>
                </li>
              ))}
            </ul>
          </details>
        )
      })}
      {spare.length === 0 ? null : (
        <>
          <p className={styles.hint}>{t('music.held.hint')}</p>
          <Button
            tone="danger"
            size="small"
            onPress={() => {
              if (isSure) clean().catch(session.report)
              else setSure(true)
            }}
          >
            {isSure
              ? t('music.held.sure')
              : t('music.held.clean', { count: spare.length, size: sizeOf(spare) })}
          </Button>
        </>
      )}
    </section>
  )
}
