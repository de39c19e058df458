import { memo, useEffect, useRef, type RefObject } from 'react'
import { Volume2, VolumeX } from 'lucide-react'
import { commandTip, runCommand } from '../../actions/commands.ts'
import { useApp } from '../../hooks/app.ts'
import { usePlayback } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import type { SoundPart } from '../../stores/player.ts'
import { IconToggle } from '../../ui/Button.tsx'
import { characterColor } from '../../ui/characterColor.ts'
import styles from './LaneHeads.module.css'
import type { Lane } from './lanes.ts'

interface LaneHeadsProps {
  readonly lanes: readonly Lane[]
  readonly isByCharacter: boolean
  readonly hasMusic: boolean
  readonly hasToMake: boolean
  readonly scroller: RefObject<HTMLElement | null>
}

/** The names of the rows, at their left, and buttons that mute voices and music. The names of lanes follow when the lanes scroll. */
export function LaneHeads({ lanes, isByCharacter, hasMusic, hasToMake, scroller }: LaneHeadsProps) {
  const { t } = useTranslation()
  const list = useRef<HTMLDivElement>(null)
  useEffect(() => {
    const element = scroller.current
    if (element === null) return undefined
    const follow = () => {
      if (list.current !== null) list.current.style.transform = `translateY(${-element.scrollTop}px)`
    }
    follow()
    element.addEventListener('scroll', follow, { passive: true })
    return () => element.removeEventListener('scroll', follow)
  }, [scroller])
  return (
    <div className={styles.heads} onWheel={(event) => scroller.current?.scrollBy({ top: event.deltaY })}>
      <div className={`${styles.head} ${styles.ruler}`}>
        {isByCharacter && <MutedPart part="voices" name={t('timeline.voices')} />}
      </div>
      <div className={styles.head} aria-hidden>
        {t('timeline.chapters')}
      </div>
      <div className={styles.lanes}>
        <div ref={list} className={styles.list}>
          {lanes.map(({ character }) => {
            const name = character?.name ?? t(isByCharacter ? 'timeline.noCharacter' : 'timeline.voices')
            return (
              <div
                key={character?.id ?? ''}
                className={`${styles.head} ${styles.lane}`}
                style={characterColor(character?.color)}
              >
                {isByCharacter ? (
                  <>
                    <span className={styles.dot} />
                    <span className={styles.name} dir="auto" title={name} aria-hidden>
                      {name}
                    </span>
                  </>
                ) : (
                  <MutedPart part="voices" name={name} />
                )}
              </div>
            )
          })}
        </div>
      </div>
      {hasMusic && (
        <div className={`${styles.head} ${styles.music}`}>
          <MutedPart part="music" name={t('music.lane')} />
        </div>
      )}
      {hasToMake && (
        <div className={styles.head} aria-hidden>
          {t('timeline.toMake')}
        </div>
      )}
    </div>
  )
}

function MutedPart({ part, name }: { readonly part: SoundPart; readonly name: string }) {
  return (
    <>
      <span className={styles.name} aria-hidden>
        {name}
      </span>
      <span className={styles.mute}>
        <MuteToggle part={part} />
      </span>
    </>
  )
}

const COMMANDS = { voices: 'muteVoices', music: 'muteMusic' } as const

/** Mutes a part of the story during playback. */
const MuteToggle = memo(function MuteToggle({ part }: { readonly part: SoundPart }) {
  const { t } = useTranslation()
  const app = useApp()
  const isMuted = usePlayback((state) => state.muted[part])
  const command = COMMANDS[part]
  return (
    <IconToggle
      label={t(`commands.${command}`)}
      tip={commandTip(app, command, t(`timeline.muteTip.${part}`))}
      isOn={isMuted}
      onChange={() => runCommand(app, command)}
    >
      {isMuted ? <VolumeX size={14} /> : <Volume2 size={14} />}
    </IconToggle>
  )
})
