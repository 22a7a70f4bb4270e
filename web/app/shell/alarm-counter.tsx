/** How many alarms wait for somebody, on every page of those who may look at alarms; new ones are told by a message and a tone, as each wants it. */
import AlertOutlined from '@ant-design/icons/es/icons/AlertOutlined'
import { useQuery, useQueryClient } from '@tanstack/react-query'
import { Button, Dropdown } from 'antd'
import { useEffect, useEffectEvent, useRef } from 'react'
import { useLocation, useNavigate } from 'react-router'
import { queryAlarmCount } from '../../../model/contract/acquisition/alarms.ts'
import { ask } from '../../kernel/http/ask.ts'
import { useT } from '../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../kernel/navigation/menu-routes.ts'
import { useInvalidation } from '../../kernel/realtime/live.ts'
import { useSession } from '../../kernel/session/session-store.ts'
import { useAlarmChoice } from '../../shared/acquisition/alarm-choices.ts'
import { toast } from '../../ui/toast.ts'
import type { Announced, KnownAlarms, NewAlarms } from './new-alarms.ts'
import { isAnnounced, knownAfter, newAlarms } from './new-alarms.ts'

const ALARMS = '/acquisition/alarms'
const KEY = ['alarm-count']
const playTone = async () => (await import('../../ui/alarm-tone.ts')).playTone()

export function AlarmCounter() {
  const { authority } = useSession()
  return menuPaths(authority.menu).has(ALARMS) ? <Counter /> : null
}

function Counter() {
  const t = useT()
  const queries = useQueryClient()
  const navigate = useNavigate()
  const { pathname } = useLocation()
  const [hasToasts, toggleToasts] = useAlarmChoice('toast')
  const [hasSound, toggleSound] = useAlarmChoice('sound')
  // eslint-disable-next-line no-restricted-syntax -- the counter stands on every page: without an answer it counts nothing
  const { data } = useQuery({ queryKey: KEY, queryFn: ({ signal }) => ask(queryAlarmCount, {}, { signal, quiet: true }) })
  useInvalidation('alarms', () => void queries.invalidateQueries({ queryKey: KEY }))
  const count = data?.unacknowledged ?? 0

  const before = useRef<KnownAlarms>(undefined)
  const last = useRef<Announced>(undefined)
  const announce = useEffectEvent((found: NewAlarms) => {
    const now = performance.now()
    if (!isAnnounced(last.current, found, now)) return
    last.current = { at: now, priority: found.priority }
    if (hasSound) void playTone()
    if (hasToasts && pathname !== ALARMS)
      toast.warning(t(found.priority === 1 ? 'alarm-counter.new-critical' : 'alarm-counter.new', { count: found.count }), {
        text: t('alarm-counter.open'),
        go: () => void navigate(ALARMS),
      })
  })
  useEffect(() => {
    if (!data) return
    const found = before.current && newAlarms(before.current, data)
    before.current = knownAfter(before.current, data)
    if (found) announce(found)
  }, [data])

  const label = count > 0 ? t('alarm-counter.some', { count }) : t('alarm-counter.none')
  const items = [
    { key: 'open', label: t('alarm-counter.open'), onClick: () => void navigate(ALARMS) },
    { type: 'divider' as const },
    { key: 'toast', label: t('alarm-counter.toast'), onClick: toggleToasts },
    {
      key: 'sound',
      label: t('alarm-counter.sound'),
      onClick() {
        // So it is known how it sounds.
        if (!hasSound) void playTone()
        toggleSound()
      },
    },
  ]
  return (
    <Dropdown
      menu={{ items, selectable: true, multiple: true, selectedKeys: [...(hasToasts ? ['toast'] : []), ...(hasSound ? ['sound'] : [])] }}
      trigger={['click']}
      autoFocus
      placement="bottomRight"
    >
      <Button
        type="text"
        className="alarm-counter has-count"
        icon={<AlertOutlined aria-hidden="true" />}
        aria-haspopup="menu"
        aria-label={label}
        title={label}
      >
        {count > 0 && (
          <span className={data?.priority === 1 ? 'header-count' : 'header-count lesser'} aria-hidden="true">
            {count > 999 ? '999+' : count}
          </span>
        )}
      </Button>
    </Dropdown>
  )
}
