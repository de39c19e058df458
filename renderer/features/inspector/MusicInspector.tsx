import { Pause, Play, Trash2, X } from 'lucide-react'
import { useMemo, useState } from 'react'
import { layout as layOut } from '../../../shared/story/layout.ts'
import { LEAST_GAIN_DB, MAX_DUCK_DB, MAX_FADE_MS, MOST_GAIN_DB } from '../../../shared/story/limits.ts'
import { LEAST_MUSIC_MS, type MusicPatch } from '../../../shared/story/musicCommands.ts'
import { placedMusic } from '../../../shared/story/musicLayout.ts'
import type { Music, BlockId, MusicPlace } from '../../../shared/story/records.ts'
import { blockNumber, blocksOf, sectionsOf } from '../../../shared/story/selectors.ts'
import { changeMusic, deleteMusic, placeOfKind, placeText } from '../../actions/music.ts'
import { hidePanel } from '../../actions/panels.ts'
import { useHeardClip } from '../../hooks/clipPosition.ts'
import { usePanel } from '../../hooks/panels.ts'
import { usePeaks } from '../../hooks/peaks.ts'
import { useSession, useStory } from '../../hooks/session.ts'
import { formatSeconds } from '../../i18n/format.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { storyOf } from '../../stores/app.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { ComboField } from '../../ui/ComboField.tsx'
import { CountField, SecondsField } from '../../ui/NumberBox.tsx'
import { SegmentField } from '../../ui/SegmentField.tsx'
import type { SoundMark } from '../../ui/drawSound.ts'
import { SliderField } from '../../ui/SliderField.tsx'
import { SoundWave } from '../../ui/SoundWave.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Inspector.module.css'

/** The settings and the anchor of music. */
export function MusicInspector({ music }: { readonly music: Music }) {
  const { t } = useTranslation()
  const session = useSession()
  const { isDrawer } = usePanel('inspector')
  const change = (patch: MusicPatch) => changeMusic(session, music.id, patch)
  return (
    <>
      <div className={styles.head}>
        <h2 className={`${styles.title} ${styles.name}`} dir="auto">
          {music.name}
        </h2>
        <span className={styles.space} />
        <IconButton label={t('music.delete')} onPress={() => deleteMusic(session, music.id)}>
          <Trash2 size={16} />
        </IconButton>
        {isDrawer ? (
          <IconButton label={t('inspector.close')} onPress={() => hidePanel(session, 'inspector')}>
            <X size={16} />
          </IconButton>
        ) : null}
      </div>
      <div className={styles.body}>
        <TextField label={t('music.name')} value={music.name} onChange={(name) => change({ name })} />
        <MusicWave key={music.id} music={music} onChange={change} />
        <MusicPlaceFields music={music} />
        <SliderField
          label={t('music.gain')}
          value={music.gainDb}
          min={LEAST_GAIN_DB}
          max={MOST_GAIN_DB}
          step={1}
          unit={t('music.db')}
          mixedText={undefined}
          onChange={(gainDb) => change({ gainDb })}
        />
        <SliderField
          label={t('music.duck')}
          value={music.duckDb}
          min={0}
          max={MAX_DUCK_DB}
          step={1}
          unit={t('music.db')}
          mixedText={undefined}
          onChange={(duckDb) => change({ duckDb })}
        />
        <div className={styles.pair}>
          <SecondsField
            label={t('music.fadeIn')}
            unit={t('inspector.secondsUnit')}
            valueMs={music.fadeInMs}
            maxMs={MAX_FADE_MS}
            onChange={(fadeInMs) => change({ fadeInMs: fadeInMs ?? 0 })}
          />
          <SecondsField
            label={t('music.fadeOut')}
            unit={t('inspector.secondsUnit')}
            valueMs={music.fadeOutMs}
            maxMs={MAX_FADE_MS}
            onChange={(fadeOutMs) => change({ fadeOutMs: fadeOutMs ?? 0 })}
          />
        </div>
        <SwitchField
          label={t('music.loop')}
          hint={t('music.loopHint')}
          isOn={music.isLooped}
          onChange={(isLooped) => change({ isLooped })}
        />
      </div>
    </>
  )
}

interface MusicWaveProps {
  readonly music: Music
  readonly onChange: (patch: MusicPatch) => void
}

/** The wave of music, with the part that is heard of it once through. Its start is dragged or typed, as is the end of an effect; the rest ends with what it lies under. */
function MusicWave({ music, onChange }: MusicWaveProps) {
  const { t } = useTranslation()
  const session = useSession()
  const peaks = usePeaks(music.audioId)
  const clip = useHeardClip()
  const [restingMs, setRestingMs] = useState(music.fromMs)
  const { audioId, audioMs, fromMs, gainDb, place } = music
  const heardMs = clip?.audioId === audioId ? clip.atMs : null
  const lengthMs = place.kind === 'block' ? place.lengthMs : null
  const untilMs = lengthMs === null ? audioMs : Math.min(audioMs, fromMs + lengthMs)
  const range = useMemo(() => ({ startMs: 0, endMs: audioMs }), [audioMs])
  /** Counts the drags: the wave shows what became of each. */
  const [drags, setDrags] = useState(0)
  const marks = useMemo(
    (): readonly SoundMark[] => [
      { id: 'heard', startMs: fromMs, endMs: untilMs, color: '--pick', canChange: true },
    ],
    // oxlint-disable-next-line react/exhaustive-deps
    [fromMs, untilMs, drags],
  )
  const play = (atMs: number) => session.player.playAudio(audioId, 0, audioMs, { fromMs: atMs, gainDb })
  const toggle = () => {
    if (heardMs === null) play(restingMs)
    else {
      setRestingMs(heardMs)
      session.player.pause()
    }
  }
  const time = (ms: number) => t('units.seconds', { value: formatSeconds(ms, 1) })
  const begin = (ms: number) => onChange({ fromMs: Math.max(0, Math.min(ms, untilMs - LEAST_MUSIC_MS)) })
  const isPlaying = heardMs !== null
  return (
    <>
      <SoundWave
        label={t('sound.wave', { name: music.name })}
        peaks={peaks}
        range={range}
        positionMs={heardMs ?? restingMs}
        timeText={(ms) => t('sound.time', { time: time(ms), length: time(audioMs) })}
        heightPx={56}
        marks={marks}
        onSeek={(ms) => {
          setRestingMs(ms)
          if (isPlaying) play(ms)
        }}
        onChange={(_, startMs, endMs) => {
          setDrags(drags + 1)
          const from = Math.max(0, Math.round(startMs))
          const isEnd = place.kind === 'block' && Math.round(endMs) !== untilMs
          onChange({
            fromMs: from,
            ...(isEnd && {
              place: { ...place, lengthMs: Math.max(LEAST_MUSIC_MS, Math.round(endMs) - from) },
            }),
          })
        }}
        onKeyDown={(event) => {
          if (event.key !== ' ' || event.ctrlKey || event.metaKey || event.altKey) return
          event.preventDefault()
          event.stopPropagation()
          toggle()
        }}
      />
      <div className={styles.pair}>
        <Button
          icon={isPlaying ? <Pause size={14} fill="currentColor" /> : <Play size={14} fill="currentColor" />}
          onPress={toggle}
        >
          {t(isPlaying ? 'sound.stop' : 'music.hear')}
        </Button>
        <SecondsField
          label={t('music.from')}
          unit={t('inspector.secondsUnit')}
          valueMs={fromMs}
          maxMs={audioMs - 1}
          onChange={(ms) => begin(ms ?? 0)}
        />
      </div>
    </>
  )
}

const KINDS = ['story', 'chapter', 'range', 'block'] as const

/** The anchor of music: the story, a chapter, the blocks from one to another, or the block at which it begins. */
function MusicPlaceFields({ music }: { readonly music: Music }) {
  const { t } = useTranslation()
  const session = useSession()
  const story = useStory()
  const { place } = music
  const chapters = sectionsOf(story).flatMap(({ chapter, number }) =>
    chapter === null ? [] : [{ id: chapter.id, name: `${number} ${chapter.title}` }],
  )
  const set = (next: MusicPlace | null) => {
    if (next !== null) changeMusic(session, music.id, { place: next })
  }
  const choose = (kind: MusicPlace['kind']) => {
    const now = storyOf(session)
    if (kind === place.kind) return
    const placed = placedMusic(now, layOut(now, session.audio.getState().takes), music)
    set(placeOfKind(session, now, kind, placed?.startMs ?? session.player.positionMs()))
  }
  const blocks = blocksOf(story)
  const numberOf = (id: BlockId) => blockNumber(story, id)
  return (
    <>
      <SegmentField
        label={t('music.place')}
        value={place.kind}
        options={KINDS.filter((kind) => kind !== 'chapter' || chapters.length > 0).map((kind) => ({
          id: kind,
          name: t(`music.kinds.${kind}`),
        }))}
        onChange={choose}
      />
      {place.kind === 'chapter' ? (
        <ComboField
          label={t('music.chapter')}
          value={place.chapterId}
          options={chapters}
          emptyText={placeText(story, place)}
          onChange={(chosen) => {
            const chapterId = chapters.find(({ id }) => id === chosen)?.id
            if (chapterId !== undefined) set({ ...place, chapterId })
          }}
        />
      ) : null}
      {place.kind === 'range' ? (
        <div className={styles.pair}>
          <BlockField
            label={t('music.fromBlock')}
            value={numberOf(place.fromId)}
            most={blocks.length}
            onChange={(number) => set({ ...place, fromId: blocks[number - 1]?.id ?? place.fromId })}
          />
          <BlockField
            label={t('music.toBlock')}
            value={numberOf(place.toId)}
            most={blocks.length}
            onChange={(number) => set({ ...place, toId: blocks[number - 1]?.id ?? place.toId })}
          />
        </div>
      ) : null}
      {place.kind === 'block' ? (
        <BlockField
          label={t('music.blockNumber')}
          value={numberOf(place.blockId)}
          most={blocks.length}
          onChange={(number) => set({ ...place, blockId: blocks[number - 1]?.id ?? place.blockId })}
        />
      ) : null}
    </>
  )
}

/** The number of a block; empty if the block is gone. */
function BlockField(props: {
  readonly label: string
  readonly value: number
  readonly most: number
  readonly onChange: (number: number) => void
}) {
  const { t } = useTranslation()
  const { label, value, most, onChange } = props
  return (
    <CountField
      label={label}
      value={value === 0 ? null : value}
      least={1}
      most={most}
      placeholder={t('music.gone')}
      onChange={onChange}
    />
  )
}
