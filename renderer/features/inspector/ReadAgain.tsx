import { ChevronDown, LoaderCircle, Mic, RefreshCw } from 'lucide-react'
import { useId, useState } from 'react'
import { READ_AGAIN_TIMES } from '../../../shared/ipc/takesContract.ts'
import { isLocked } from '../../../shared/story/locks.ts'
import type { Block, BlockId } from '../../../shared/story/records.ts'
import { blockCharacters } from '../../../shared/story/renderPlan.ts'
import { findBlock, settingsOf, blockNumber } from '../../../shared/story/selectors.ts'
import { hasSpeech } from '../../../shared/story/spokenText.ts'
import { findVoice } from '../../../shared/voices/builtInVoices.ts'
import { commandTip } from '../../actions/commands.ts'
import { chooseRecording, openRecording } from '../../actions/recording.ts'
import { readAgain, type Times } from '../../actions/takes.ts'
import { useCloseDialog } from '../../hooks/app.ts'
import { useBlockTakes } from '../../hooks/takes.ts'
import { useAudioState, useIsFree, useSession, useStory } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import buttonStyles from '../../ui/Button.module.css'
import { Button } from '../../ui/Button.tsx'
import { Dialog } from '../../ui/Dialog.tsx'
import { MenuButton } from '../../ui/MenuButton.tsx'
import { useFocusAtOpen } from '../../ui/focus.ts'
import inspectorStyles from './Inspector.module.css'
import styles from './Takes.module.css'

/** Buttons to read a block again, once or several times, with the price, or to record it; nothing for a block without words. */
export function ReadAgain({ blockId }: { readonly blockId: BlockId }) {
  const block = useStory((story) => findBlock(story, blockId))
  const speaks = useStory((story) => block !== undefined && hasSpeech(story, block))
  return block === undefined || !speaks ? null : <ReadingOf block={block} />
}

function ReadingOf({ block }: { readonly block: Block }) {
  const { t } = useTranslation()
  const session = useSession()
  const noteId = useId()
  const [times, setTimes] = useState<Times>(1)
  const hasTakes = useBlockTakes(block.id).length > 0
  const isFree = useIsFree()
  const isMaking = useAudioState(({ making }) => making.has(block.id))
  const characters = useStory((story) => blockCharacters(story, block))
  const readsAlike = useStory((story) => isFree && findVoice(settingsOf(story, block).voiceId) !== null)
  const oftenText = (count: Times) => (count === 1 ? t('takes.once') : t('takes.times', { count }))
  if (isLocked(block)) return <p className={`${styles.foot} ${inspectorStyles.empty}`}>{t('takes.locked')}</p>
  const price = isFree ? t('app.free') : t('units.estimate', { count: characters * times })
  const label = t(hasTakes ? 'takes.readAgain' : 'takes.read')
  return (
    <div className={styles.foot}>
      <div className={styles.buttons}>
        <Button
          tone="primary"
          icon={isMaking ? <LoaderCircle size={15} className={styles.turning} /> : <RefreshCw size={15} />}
          isDisabled={isMaking}
          aria-describedby={noteId}
          onPress={() => {
            readAgain(session, block.id, times).catch(session.report)
          }}
        >
          <span title={commandTip(session, 'readAgain', label)}>{label}</span>
          <span className={styles.price}>{price}</span>
        </Button>
        <span className={styles.others}>
          <MenuButton
            label={t('takes.howOften', { times: oftenText(times) })}
            className={buttonStyles.button ?? ''}
            entries={READ_AGAIN_TIMES.map((count) => ({
              id: String(count),
              label: oftenText(count),
              isChosen: count === times,
              onAction: () => setTimes(count),
            }))}
          >
            {oftenText(times)}
            <ChevronDown size={14} aria-hidden="true" />
          </MenuButton>
          <MenuButton
            label={t('takes.record')}
            className={buttonStyles.button ?? ''}
            entries={[
              {
                id: 'microphone',
                label: t('takes.withMicrophone'),
                onAction: () => openRecording(session, block.id),
              },
              { id: 'file', label: t('takes.fromFile'), onAction: () => chooseRecording(session, block.id) },
            ]}
          >
            <Mic size={15} aria-hidden="true" />
            <span className={styles.record}>{t('takes.record')}</span>
          </MenuButton>
        </span>
      </div>

      {/* Before there is a take to compare with, only screen readers need it. */}
      <p id={noteId} className={hasTakes ? styles.note : 'visually-hidden'}>
        {readsAlike
          ? t('takes.readsAlike')
          : times === 1
            ? t('takes.note')
            : t('takes.noteMore', { count: times })}
      </p>
    </div>
  )
}

/** Asks for confirmation before reading a block again for its price. */
export function ReadAgainDialog({ blockId }: { readonly blockId: BlockId }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const block = findBlock(story, blockId)
  const button = useFocusAtOpen<HTMLButtonElement>()
  const close = useCloseDialog()
  if (block === undefined) return null
  const price = t('units.estimate', { count: blockCharacters(story, block) })
  return (
    <Dialog
      title={t('takes.readAgainTitle', { number: blockNumber(story, blockId) })}
      closeLabel={t('app.close')}
      onClose={close}
      actions={
        <>
          <Button onPress={close}>{t('app.cancel')}</Button>
          <Button
            tone="primary"
            ref={button}
            onPress={() => {
              close()
              readAgain(session, blockId, 1).catch(session.report)
            }}
          >
            <span>{t('takes.readAgain')}</span>
            <span className={styles.price}>{price}</span>
          </Button>
        </>
      }
    >
      <p>{t('takes.note')}</p>
    </Dialog>
  )
}
