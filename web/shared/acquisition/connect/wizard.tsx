/**
 * How a device is connected: where, as whom, with what; ready lines to copy; and whether it has been heard of since, or what was wrong.
 * A secret is issued here, and shown here alone.
 */
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Alert, Button, Modal, Spin } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import type { DeviceConnection } from '../../../../model/contract/acquisition/devices.ts'
import {
  queryDeviceConnection,
  queryDeviceLog,
  queryDeviceState,
  resetDeviceSecret,
} from '../../../../model/contract/acquisition/devices.ts'
import { push } from '../../../../model/contract/acquisition/collectors.ts'
import { devices } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { ask, urlOf } from '../../../kernel/http/ask.ts'
import type { ResourceRow } from '../../../kernel/http/resource-client.ts'
import { forgetLists } from '../../../kernel/http/resource-client.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { timeOfDay } from '../../../ui/clock.ts'
import { confirm } from '../../../ui/confirm.ts'
import { CopyButton } from '../../dialogs/copy-button.tsx'
import { refusalText } from '../refusal-text.ts'
import { brokerOf, curlLine, examplePayload, modbusLine, mosquittoLine } from './commands.ts'
import './wizard.css'

interface WizardProps {
  /** A row of devices, as far as its reader sees it. */
  readonly row: ResourceRow
  readonly mayIssue: boolean
  /** A secret that was issued a moment ago and is shown here alone. */
  readonly issued?: string | undefined
  readonly onClose: () => void
  /** Leads to what the device says; absent where that is on the page already. */
  readonly onSee?: (() => void) | undefined
}

/** Milliseconds. Somebody stands beside the device and waits. */
const AGAIN = 1500

export default function ConnectionWizard({ row, mayIssue, issued, onClose, onSee }: WizardProps) {
  const t = useT()
  const name = String(row['deviceName'] ?? row['deviceCode'] ?? '')
  const [secret, setSecret] = useState(issued)
  return (
    <Modal
      open
      title={t('connect.title', { name })}
      width={720}
      mask={{ closable: false }}
      // What is lost here is lost.
      keyboard={secret === undefined}
      closable={secret === undefined}
      onCancel={onClose}
      rootClassName="connect-dialog"
      footer={
        <Button type="primary" onClick={onClose}>
          {t(secret === undefined ? 'connect.close' : 'appClients.secret-kept')}
        </Button>
      }
    >
      {row['connection'] === 'modbus' ? (
        <Polled row={row} />
      ) : (
        <Sending row={row} name={name} mayIssue={mayIssue} secret={secret} onSecret={setSecret} />
      )}
      <FirstMessage
        id={row.id}
        isPolled={row['connection'] === 'modbus'}
        next={
          onSee && (
            <Button size="small" onClick={onSee}>
              {t(secret === undefined ? 'connect.see' : 'connect.kept-see')}
            </Button>
          )
        }
      />
    </Modal>
  )
}

interface SendingProps extends Pick<WizardProps, 'row' | 'mayIssue'> {
  readonly name: string
  readonly secret: string | undefined
  readonly onSecret: (secret: string) => void
}

function Sending({ row: { id }, name, mayIssue, secret, onSecret }: SendingProps) {
  const t = useT()
  const queries = useQueryClient()
  const { data, error, refetch } = useQuery({
    queryKey: ['device-connection', id],
    queryFn: ({ signal }) => ask(queryDeviceConnection, { id }, { signal, quiet: true }),
  })

  async function issue(has: DeviceConnection['secret']): Promise<void> {
    const yes =
      has === 'none' ||
      (await confirm({
        title: t(has === 'given' ? 'devices.new-secret' : 'connect.issue'),
        text: t(has === 'simulated' ? 'connect.ask-simulated' : 'devices.new-secret-ask', { name }),
        ok: t(has === 'given' ? 'devices.new-secret' : 'connect.issue'),
        cancel: t('common.cancel'),
        danger: true,
      }))
    if (!yes) return
    try {
      onSecret((await ask(resetDeviceSecret, { id })).secret)
      await Promise.all([refetch(), forgetLists(queries, devices)])
    } catch (failed) {
      // The call has said what went wrong.
      if (!(failed instanceof ApiError)) throw failed
    }
  }

  if (error instanceof ApiError) return <Alert type="error" title={error.message} />
  if (!data) return <Spin />
  const { origin } = location
  const { userName, topic, mqtt, points, secret: has } = data
  const known = userName === null || topic === null ? undefined : { userName, topic, mqtt, points, origin, path: urlOf(push), secret }
  const mosquitto = known && mosquittoLine(known)
  return (
    <>
      {secret !== undefined && <Alert type="warning" showIcon title={t('appClients.secret-once')} />}
      <dl className="connect-facts">
        {mqtt ? (
          <>
            <Fact label={t('connect.broker')} value={brokerOf(mqtt, origin)} />
            <Fact label={t('connect.port')} value={String(mqtt.port)} more={mqtt.tls ? 'TLS' : t('connect.no-tls')} />
          </>
        ) : (
          <Fact label={t('connect.broker')} more={t('connect.no-broker')} />
        )}
        {known && <Fact label={t('connect.user')} value={known.userName} />}
        <Fact label={t('devices.secret')} {...(secret === undefined ? { more: t(`connect.secret-${has}`) } : { value: secret })}>
          {mayIssue && secret === undefined && (
            <Button size="small" onClick={() => void issue(has)}>
              {t(has === 'given' ? 'devices.new-secret' : 'connect.issue')}
            </Button>
          )}
        </Fact>
        {known && <Fact label={t('connect.topic')} value={known.topic} />}
        <Fact
          label={t('connect.payload')}
          value={examplePayload(points)}
          {...(points.length === 0 ? { more: t('monitor.no-points') } : {})}
        />
      </dl>
      {mosquitto && <Line title="MQTT · mosquitto_pub" text={mosquitto} />}
      {known && <Line title="HTTP · curl" text={curlLine(known)} />}
      {known && secret === undefined && <p className="connect-hint">{t('connect.fill-in')}</p>}
    </>
  )
}

function Polled({ row }: Pick<WizardProps, 'row'>) {
  const t = useT()
  const [host, port, unit] = [String(row['modbusHost'] ?? ''), Number(row['modbusPort'] ?? 502), Number(row['modbusUnit'] ?? 1)]
  return (
    <>
      <p className="connect-hint">{t('connect.polled')}</p>
      {host !== '' && <Line title="Modbus TCP · mbpoll" text={modbusLine({ host, port, unit })} />}
    </>
  )
}

function Fact({ label, value, more, children }: { label: string; value?: string; more?: string; children?: ReactNode }) {
  return (
    <div>
      <dt>{label}</dt>
      <dd>
        {value !== undefined && (
          <>
            <code>{value}</code>
            <CopyButton text={value} name={label} />
          </>
        )}
        {more !== undefined && <span className="connect-hint">{more}</span>}
        {children}
      </dd>
    </div>
  )
}

function Line({ title, text }: { title: string; text: string }) {
  return (
    <div className="connect-line">
      <h3>{title}</h3>
      <div>
        <pre tabIndex={0} aria-label={title}>
          {text}
        </pre>
        <CopyButton text={text} name={title} />
      </div>
    </div>
  )
}

/** Whether something has come since the dialog was opened, and what was wrong with it. @param next What can be done once something has */
function FirstMessage({ id, isPolled, next }: { id: string; isPolled: boolean; next?: ReactNode }) {
  const t = useT()
  const [before, setBefore] = useState<{ messages: number; refused: number; at: number }>()
  const { data, error, refetch } = useQuery({
    queryKey: ['device-state', id],
    queryFn: ({ signal }) => ask(queryDeviceState, { id }, { signal, quiet: true }),
    // A failure stays until somebody asks again: it is read aloud whenever it appears.
    refetchInterval: ({ state }) => (state.error && !state.data ? false : AGAIN),
    staleTime: 0,
  })
  // eslint-disable-next-line no-restricted-syntax -- who may not read the log is told by the state alone
  const { data: log } = useQuery({
    queryKey: ['device-log', id],
    queryFn: ({ signal }) => ask(queryDeviceLog, { id }, { signal, quiet: true }),
    refetchInterval: AGAIN,
    retry: false,
  })
  if (error instanceof ApiError && !data) return <ListFailure error={error} onRetry={() => void refetch()} />
  if (!data) return null
  if (!before) {
    setBefore({ messages: data.messages, refused: data.refused, at: Math.max(data.error?.time ?? 0, log?.list[0]?.time ?? 0) })
    return null
  }
  const hasReceived = data.messages > before.messages
  const events = (log?.list ?? []).filter(({ time }) => time > before.at)
  const refused = events.find(({ event }) => event === 'refused')
  const fault = data.error && (data.error.time ?? 0) > before.at ? data.error : undefined
  const wrong = fault ? refusalText(fault, t) : refused ? refusalText({ code: refused.code, at: refused.place }, t) : undefined
  const isConnected = events.some(({ event }) => event === 'connected')
  return (
    <div className="connect-state" role="status">
      {hasReceived ? (
        <Alert
          type={wrong === undefined ? 'success' : 'warning'}
          showIcon
          title={t('connect.heard', { time: data.seen === null ? '' : timeOfDay(data.seen), count: data.messages - before.messages })}
          {...(wrong === undefined ? {} : { description: wrong })}
          action={next}
        />
      ) : wrong === undefined ? (
        <p className="connect-waiting">
          <Spin size="small" /> {t(isConnected ? 'connect.connected' : isPolled ? 'connect.waiting-answer' : 'connect.waiting')}
        </p>
      ) : (
        <Alert type="error" showIcon title={wrong} description={t('connect.still-waiting')} />
      )}
    </div>
  )
}
