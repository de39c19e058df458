import { AudioLines, Download, X } from 'lucide-react'
import { useEffect } from 'react'
import type { PackView } from '../../../shared/ipc/voicePacksContract.ts'
import { runCommand } from '../../actions/commands.ts'
import { changeSettings } from '../../actions/settings.ts'
import { getPack, loadPacks } from '../../actions/voicePacks.ts'
import { useApp, useAppState } from '../../hooks/app.ts'
import { formatSize } from '../../i18n/formatSize.ts'
import { localeFormats } from '../../i18n/locale.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { Button, IconButton } from '../../ui/Button.tsx'
import { DecorWave } from './DecorWave.tsx'
import styles from './Welcome.module.css'

/** Offers natural voices until one is there, or until it is dismissed. */
export function NaturalVoicesHint() {
  const isOffered = useAppState(
    ({ settings, hostVoices }) =>
      settings.offersNaturalVoices && hostVoices.length > 0 && hostVoices.every(({ pack }) => pack === null),
  )
  return isOffered ? <Offer /> : null
}

function Offer() {
  const { t } = useTranslation()
  const app = useApp()
  const packs = useAppState((state) => state.packs)
  useEffect(() => {
    loadPacks(app).catch(app.report)
  }, [app])
  const first = packs === null || packs.unavailable !== null ? undefined : smallestOf(packs.packs)
  const isUnderWay = first !== undefined && first.state.kind !== 'absent' && first.state.kind !== 'failed'
  return (
    <section className={styles.offer} aria-label={t('packs.title')}>
      <AudioLines size={18} aria-hidden="true" />
      <div className={styles.offered}>
        <b>{t('packs.offer')}</b>
        <p>{t('packs.hint')}</p>
        <DecorWave />
        <div className={styles.buttons}>
          {first === undefined || first.size === null ? null : (
            <Button
              icon={<Download size={14} />}
              isDisabled={isUnderWay}
              onPress={() => {
                getPack(app, first.id).catch(app.report)
              }}
            >
              {isUnderWay
                ? t('packs.progress', { name: first.name })
                : `${t('packs.getNamed', { name: first.name })} · ${formatSize(t, first.size.bytes)}`}
            </Button>
          )}
          <Button tone="quiet" onPress={() => runCommand(app, 'naturalVoices')}>
            {t('commands.naturalVoices')}
          </Button>
        </div>
      </div>
      <IconButton
        label={t('packs.dismiss')}
        size="small"
        onPress={() => changeSettings(app, { offersNaturalVoices: false })}
      >
        <X size={14} />
      </IconButton>
    </section>
  )
}

/** The smallest voice of the writer's language whose size is known, which is there the soonest. */
function smallestOf(packs: readonly PackView[]): PackView | undefined {
  const [language = ''] = localeFormats().locale.split('-')
  const sizeOf = ({ size }: PackView) => size?.bytes ?? Infinity
  return packs
    .filter(({ languages }) => languages.some((tag) => tag.split('-')[0] === language))
    .toSorted((a, b) => sizeOf(a) - sizeOf(b))[0]
}
