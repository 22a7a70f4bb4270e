/** How the server, its machine and its database are. */
import { useQuery } from '@tanstack/react-query'
import type { ReactNode } from 'react'
import type { SystemInfo as Info } from '../../../../model/contract/admin/backups.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { MEGABYTE, sizeOf } from '../../../kernel/i18n/size.ts'
import { timeOfDay } from '../../../ui/clock.ts'
import { duration } from './duration.ts'
import { systemInfo } from './system-info-query.ts'
import { named } from '../../../ui/named.ts'

export function SystemInfo() {
  const t = useT()
  const { data, error, refetch, dataUpdatedAt } = useQuery(systemInfo)
  if (!data) return error instanceof ApiError ? <ListFailure error={error} onRetry={() => void refetch()} /> : null
  const { memory, disk, database } = data
  return (
    <section className="system-info" aria-labelledby="system-info-title">
      <header>
        <h2 id="system-info-title">{t('info.title')}</h2>
        <span>{t('info.as-of', { time: timeOfDay(dataUpdatedAt) })}</span>
      </header>
      <div className="system-cards">
        <Card
          title={t('info.server')}
          facts={[
            [t('info.version'), data.version],
            [t('info.runtime'), `Node ${data.node}`],
            [t('info.platform'), data.platform],
            [t('info.uptime'), duration(data.uptimeSeconds, t)],
            [t('info.load'), `${data.load.map((value) => value.toFixed(2)).join(' · ')} · ${t('info.cores')} ${data.cores}`],
          ]}
        />
        <Card
          title={t('info.memory')}
          share={memory}
          label={t('info.machine')}
          facts={[
            [t('info.process'), sizeOf(memory.processMb * MEGABYTE)],
            [t('info.heap'), sizeOf(memory.heapMb * MEGABYTE)],
          ]}
        />
        <Card title={t('info.disk')} share={disk} label={t('info.machine')} facts={[]} />
        <Card
          title={t('info.database')}
          facts={[
            [t('info.engine'), `${t(`choice.engine.${database.engine}`)} ${database.version}`],
            [t('info.size'), sizeOf(database.sizeMb * MEGABYTE)],
            [t('info.connections'), String(database.connections)],
            [t('info.migrations'), t('info.last-migration', { count: database.migrations, name: database.lastMigration })],
            [t('info.dead-work'), String(database.deadWork)],
            [t('info.stranded'), String(database.strandedProcesses)],
            [t('info.unattended'), String(database.unattendedProcesses)],
          ]}
        />
      </div>
    </section>
  )
}

interface CardProps {
  readonly title: string
  readonly facts: readonly (readonly [name: string, value: string])[]
  readonly share?: Info['disk']
  readonly label?: string
}

function Card({ title, facts, share, label }: CardProps): ReactNode {
  const t = useT()
  const used = share && share.totalMb - share.freeMb
  return (
    <div className="system-card">
      <h3>{title}</h3>
      {share && used !== undefined && (
        <>
          <meter min={0} max={share.totalMb} value={used} high={share.totalMb * 0.9} optimum={0} aria-label={named(title, label ?? '')} />
          <p>
            {label} {t('info.used', { used: sizeOf(used * MEGABYTE), total: sizeOf(share.totalMb * MEGABYTE) })}
          </p>
        </>
      )}
      <dl>
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </div>
  )
}
