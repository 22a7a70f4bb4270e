import { useQuery } from '@tanstack/react-query'
import type { PlatformState } from '../../model/contract/admin/backups.ts'
import { localeOf, useLanguage, useT } from '../kernel/i18n/i18n.ts'
import { useNow } from '../kernel/i18n/use-now.ts'
import { dayOf } from '../ui/clock.ts'
import { agoText } from '../ui/time-ago.ts'
import { CardFailure } from './card-failure.tsx'
import { Panel } from './panel.tsx'
import { PlatformRow } from './platform-row.tsx'
import { platformStateOf } from './platform-state.ts'

const [BACKUPS, OUTBOX] = ['/admin/logsystem', '/admin/outbox']
/** Milliseconds after which a backup that is taken daily is missing. */
const MISSING = 2 * 24 * 60 * 60 * 1000
/** Of the disk; below it somebody should make room. */
const LITTLE = 0.1
const GIGABYTE = 1024

/** Whether backups pass, what waits to be done, and how much disk is left. */
export default function PlatformWork() {
  const t = useT()
  const { data, error, refetch } = useQuery(platformStateOf)
  return (
    <Panel title={t('workbench.platform-work')}>
      {!data && <CardFailure error={error} onRetry={refetch} />}
      <ul className="panel-rows">{data && <Rows state={data} />}</ul>
    </Panel>
  )
}

function Rows({ state: { backups, waiting, unattended, disk } }: { state: PlatformState }) {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const now = useNow(60_000)
  const { passedAt } = backups
  const ago = (at: number) => agoText((now - at) / 1000, locale, { now: t('workbench.just-now'), date: dayOf(at) })
  const count = (value: number) => value.toLocaleString(locale)
  const size = (megabytes: number) => (megabytes / GIGABYTE).toLocaleString(locale, { maximumFractionDigits: 1 })
  return (
    <>
      <PlatformRow
        to={BACKUPS}
        name={t('platform.backup')}
        value={passedAt === null ? t('platform.backup-never') : ago(passedAt)}
        urgent={passedAt === null || now - passedAt > MISSING}
      />
      <PlatformRow
        to={`${BACKUPS}?backupState=failed`}
        name={t('platform.backup-failed')}
        value={count(backups.failed)}
        urgent={backups.failed > 0}
      />
      <PlatformRow to={BACKUPS} name={t('platform.jobs')} value={count(waiting.jobs)} />
      <PlatformRow to={`${OUTBOX}?messageState=waiting`} name={t('platform.messages')} value={count(waiting.messages)} />
      <PlatformRow
        to={`${OUTBOX}?messageState=failed`}
        name={t('platform.messages-failed')}
        value={count(waiting.failedMessages)}
        urgent={waiting.failedMessages > 0}
      />
      <PlatformRow to="/acquisition/collectors" name={t('platform.values')} value={count(waiting.values)} />
      <PlatformRow to={BACKUPS} name={t('platform.dead')} value={count(waiting.deadWork)} urgent={waiting.deadWork > 0} />
      <PlatformRow
        to={BACKUPS}
        name={t('platform.stranded')}
        value={count(waiting.strandedProcesses)}
        urgent={waiting.strandedProcesses > 0}
      />
      {unattended.map(({ id, tenant, count: stopped }) => (
        <PlatformRow
          key={id}
          to={`/tenant/systenant?${String(new URLSearchParams({ tenantName: tenant }))}`}
          name={t('platform.unattended', { tenant })}
          value={count(stopped)}
          urgent
        />
      ))}
      <PlatformRow
        to={BACKUPS}
        name={t('platform.disk')}
        value={t('platform.disk-of', { free: size(disk.freeMb), total: size(disk.totalMb) })}
        urgent={disk.freeMb < disk.totalMb * LITTLE}
      />
    </>
  )
}
