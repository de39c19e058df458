import { useEffect, useState } from 'react'
import type { Output } from '../../../shared/ipc/contract.ts'
import { SPARE_NEEDS, TAKE_NEEDS } from '../../../shared/ipc/takesContract.ts'
import type { SpareNeed, TakeNeed } from '../../../shared/ipc/takesContract.ts'
import { blockNumber, findBlock } from '../../../shared/story/selectors.ts'
import type { Take } from '../../../shared/story/takes.ts'
import { cleanTakes } from '../../actions/takes.ts'
import { useAudioState, useCloseDialog, useStory, useStoryState, useWorld } from '../../hooks/world.ts'
import { formatCount, formatTime } from '../../i18n/format.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { HeldMusic } from './HeldMusic.tsx'
import styles from './Settings.module.css'

type Held = Output<'takes:held'>
const isSpare = (need: TakeNeed): need is SpareNeed => SPARE_NEEDS.some((spare) => spare === need)
/** As many takes as a group shows at first, and adds at each press. */
const SHOWN = 50

/** What the story's file holds, with sizes, and the cleaning of what nothing needs: by choice, and after a second press. */
export function HeldTakesDialog() {
  const { t } = useTranslation()
  const world = useWorld()
  const projectId = useStoryState((state) => state.open?.project.projectId)
  const known = useAudioState((state) => state.allTakes)
  const [held, setHeld] = useState<Held | null>(null)
  const [chosen, setChosen] = useState<readonly SpareNeed[]>([])
  const [isSure, setSure] = useState(false)
  useEffect(() => {
    if (projectId !== undefined) world.bridge.call('takes:held', { projectId }).then(setHeld, world.report)
  }, [world, projectId, known])
  const close = useCloseDialog()
  const takesOf = (need: TakeNeed) => held?.takes.filter((take) => take.need === need) ?? []
  const sizeOf = (takes: Held['takes']) =>
    formatSize(
      t,
      takes.reduce((sum, { bytes }) => sum + bytes, 0),
    )
  const toClean = chosen.flatMap(takesOf)
  const clean = () => {
    if (!isSure) {
      setSure(true)
      return
    }
    setSure(false)
    setChosen([])
    cleanTakes(world, chosen).catch(world.report)
  }
  return (
    <Dialog
      size="wide"
      title={t('takes.held.title')}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button tone="danger" isDisabled={toClean.length === 0} onPress={clean}>
            {isSure
              ? t('takes.held.sure')
              : t('takes.held.clean', { count: toClean.length, size: sizeOf(toClean) })}
          </Button>
          <Button tone="primary" onPress={close}>
            {t('app.close')}
          </Button>
        </>
      }
    >
      {held === null ? null : (
        <p>{t('takes.held.file', { count: held.takes.length, size: formatSize(t, held.fileBytes) })}</p>
      )}
      {TAKE_NEEDS.map((need) => {
        const takes = takesOf(need)
        return takes.length === 0 ? null : (
          <section key={need} className={styles.held} aria-label={t(`takes.held.${need}`)}>
            <details>
              <summary>
                <b>{t(`takes.held.${need}`)}</b>{' '}
                <span>
                  {formatCount(takes.length)} · {sizeOf(takes)}
                </span>
              </summary>
              <HeldList held={takes} takes={known} />
            </details>
            {isSpare(need) ? (
              <SwitchField
                label={t('takes.held.choose', { count: takes.length })}
                hint={t(`takes.held.hints.${need}`)}
                isOn={chosen.includes(need)}
                onChange={(isOn) => {
                  setSure(false)
                  setChosen(isOn ? [...chosen, need] : chosen.filter((other) => other !== need))
                }}
              />
            ) : null}
          </section>
        )
      })}
      <HeldMusic />
    </Dialog>
  )
}

function HeldList({ held, takes }: { readonly held: Held['takes']; readonly takes: readonly Take[] }) {
  const { t } = useTranslation()
  const [shown, setShown] = useState(SHOWN)
  const story = useStory()
  const byId = new Map(takes.map((take) => [take.id, take]))
  return (
    <ul className={styles.versions}>
      {held.slice(0, shown).map(({ id, bytes }) => {
        const take = byId.get(id)
        const block = findBlock(story, take?.blockId ?? null)
        const words =
          block === undefined
            ? t('takes.held.noBlock')
            : t('takes.held.ofBlock', {
                number: blockNumber(story, block.id),
                words: block.text.slice(0, 80),
              })
        return (
          <li key={id} className={styles.version}>
            <div>
              <span dir="auto">
                {take === undefined || take.name === '' ? words : `${take.name} · ${words}`}
              </span>
              <small>{take === undefined ? '' : formatTime(take.createdAtMs)}</small>
            </div>
            <span>{formatSize(t, bytes)}</span>
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
