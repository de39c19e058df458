import { Check } from 'lucide-react'
import {
  Button,
  Header,
  Menu,
  MenuItem,
  MenuSection,
  MenuTrigger,
  Popover,
  Separator,
} from 'react-aria-components'
import type { ErrorCode } from '../../../shared/messages/errors.ts'
import { BUILT_IN_CONNECTION } from '../../../shared/story/records.ts'
import { runCommand } from '../../actions/commands.ts'
import { speakBy } from '../../actions/servers.ts'
import { useAppState, useJobsState } from '../../hooks/app.ts'
import { useOfStory, useRenderState, useSession } from '../../hooks/session.ts'
import { useTranslation } from '../../i18n/useTranslation.ts'
import { lostServices } from '../../stores/lostServices.ts'
import { Dot } from '../../ui/Chip.tsx'
import menuStyles from '../../ui/MenuButton.module.css'
import styles from './ConnectionChoice.module.css'

/** Shows the connection that speaks the story, and changes it. */
export function ConnectionChoice() {
  const { t } = useTranslation()
  const session = useSession()
  const connectionId = useOfStory((story) => story.info.connectionId)
  const connections = useAppState((state) => state.servers.connection)
  const speech = useAppState((state) => state.speech)
  const render = useRenderState()
  const jobs = useJobsState((state) => state.jobs)
  const isLost = lostServices({ jobs }).some((service) => service.connectionId === connectionId)
  const hasFailed = isLost || (render.phase === 'failed' && OF_SERVICE.has(render.error.code))
  const chosen = connections.find(({ id }) => id === connectionId)
  const isBuiltIn = connectionId === BUILT_IN_CONNECTION
  const name = isBuiltIn ? t(`app.speech.${speech}`) : (chosen?.name ?? t('servers.unknown'))
  const options = [{ id: BUILT_IN_CONNECTION, name: t('servers.builtIn') }, ...connections]
  return (
    <MenuTrigger>
      <Button className={styles.button ?? ''} aria-label={t('servers.choice', { name })}>
        <Dot color={isBuiltIn ? BUILT_IN_DOTS[speech] : hasFailed ? '--bad' : dotOf(chosen)} />
        <span className={styles.name}>{name}</span>
      </Button>
      <Popover className={menuStyles.popover ?? ''} placement="bottom end">
        <Menu className={menuStyles.menu ?? ''} aria-label={t('servers.choiceMenu')}>
          <MenuSection
            selectionMode="single"
            disallowEmptySelection
            selectedKeys={[connectionId]}
            onSelectionChange={(keys) => {
              const [id] = keys === 'all' ? [] : keys
              if (id !== undefined) speakBy(session, String(id))
            }}
          >
            <Header className={styles.heading ?? ''}>{t('servers.choiceMenu')}</Header>
            {options.map((option) => (
              <MenuItem
                key={option.id}
                id={option.id}
                className={menuStyles.item ?? ''}
                textValue={option.name}
              >
                {({ isSelected }) => (
                  <>
                    {option.name}
                    {isSelected ? <Check size={14} aria-hidden="true" /> : null}
                  </>
                )}
              </MenuItem>
            ))}
          </MenuSection>
          <Separator className={menuStyles.line ?? ''} />
          <MenuItem
            className={menuStyles.item ?? ''}
            onAction={() => {
              runCommand(session, 'connections')
            }}
          >
            {t('servers.manage')}
          </MenuItem>
        </Menu>
      </Popover>
    </MenuTrigger>
  )
}

/** Failures of a render that mean that the service cannot be used now. */
const OF_SERVICE: ReadonlySet<string> = new Set<ErrorCode>([
  'service-unreachable',
  'service-name-unknown',
  'service-silent',
  'service-cut-off',
  'service-untrusted',
  'service-redirected',
  'service-key-refused',
  'service-key-unusable',
  'service-failed',
])

const BUILT_IN_DOTS = { starting: '--warn', ready: '--ok', failed: '--bad' } as const

function dotOf(connection: { readonly hasKey: boolean } | undefined): string {
  return connection === undefined ? '--bad' : connection.hasKey ? '--ok' : '--warn'
}
