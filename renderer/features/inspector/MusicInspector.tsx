import { Trash2, X } from 'lucide-react'
import { LEAST_GAIN_DB, MAX_DUCK_DB, MAX_FADE_MS, MOST_GAIN_DB } from '../../../shared/story/limits.ts'
import type { MusicPatch } from '../../../shared/story/musicCommands.ts'
import type { Music } from '../../../shared/story/records.ts'
import { changeMusic, deleteMusic } from '../../actions/music.ts'
import { hidePanel } from '../../actions/panels.ts'
import { usePanel } from '../../hooks/panels.ts'
import { useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { IconButton } from '../../ui/Button.tsx'
import { SecondsField } from '../../ui/SecondsField.tsx'
import { SliderField } from '../../ui/SliderField.tsx'
import { SwitchField } from '../../ui/SwitchField.tsx'
import { TextField } from '../../ui/TextField.tsx'
import styles from './Inspector.module.css'
import { MusicPlaceFields } from './MusicPlaceFields.tsx'

/** How music sounds, and what it lies under. */
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
