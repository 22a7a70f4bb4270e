/** What happened to a machine, the latest first: all of it, or some kinds alone. Each event leads to the row that tells more, for whoever has its page. */
import { Button } from 'antd'
import { useMemo, useState } from 'react'
import { Link } from 'react-router'
import type { EquipmentLife, LifeKind } from '../../../../../model/contract/maintenance/equipment.ts'
import { MAX_LIFE_EVENTS } from '../../../../../model/contract/maintenance/equipment.ts'
import type { LabelKey } from '../../../../kernel/i18n/i18n.ts'
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../../kernel/session/session-store.ts'
import { FaultStateTag, OrderStateTag } from '../../../../shared/maintenance/order-tags.tsx'
import { dayOf, secondOf } from '../../../../ui/clock.ts'

type Event = EquipmentLife['life'][number]

/** What is shown at once, and with each further step: a phone would scroll through years. */
const STEP = 50

/** By what people look for in a life, and what each is called. */
const GROUPS = {
  machine: 'equipment.life-machine',
  calibrations: 'noun.calibrations',
  documents: 'noun.equipment-documents',
  faults: 'noun.faults',
  orders: 'noun.work-orders',
  parts: 'equipment.life-parts',
  rounds: 'equipment.life-rounds',
  notes: 'equipment.life-notes',
} as const satisfies Record<string, LabelKey>
type Group = keyof typeof GROUPS
const isGroup = (name: string): name is Group => name in GROUPS

const GROUP_OF: Readonly<Record<LifeKind, Group>> = {
  purchased: 'machine',
  commissioned: 'machine',
  transferred: 'machine',
  changed: 'machine',
  scrapped: 'machine',
  calibrated: 'calibrations',
  document: 'documents',
  'fault-reported': 'faults',
  'fault-solved': 'faults',
  'order-opened': 'orders',
  'order-finished': 'orders',
  'part-taken': 'parts',
  'part-returned': 'parts',
  finding: 'rounds',
  noted: 'notes',
}

const FAULT = ['/maintenance/fault', 'id'] as const
const ORDER = ['/maintenance/workorder', 'id'] as const
const MOVES = ['/maintenance/partmoves', 'orderId'] as const
/** Where the row of an event stands, and what the address names it by. */
const PAGES: Readonly<Partial<Record<LifeKind, readonly [path: string, key: string]>>> = {
  'fault-reported': FAULT,
  'fault-solved': FAULT,
  'order-opened': ORDER,
  'order-finished': ORDER,
  'part-taken': MOVES,
  'part-returned': MOVES,
  finding: ['/maintenance/round', 'id'],
  // A certificate has no page of its own: the list is narrowed to its number.
  calibrated: ['/maintenance/calibrations', 'calibrationNumber'],
}

export function Life({ life }: { life: EquipmentLife['life'] }) {
  const t = useT()
  const { authority } = useSession()
  const pages = useMemo(() => menuPaths(authority.menu), [authority.menu])
  const [wanted, setWanted] = useState<ReadonlySet<Group>>(new Set())
  const [count, setCount] = useState(STEP)
  const groups = useMemo(() => Map.groupBy(life, ({ kind }) => GROUP_OF[kind]), [life])
  const isCut = [...groups.values()].some(({ length }) => length >= MAX_LIFE_EVENTS)
  if (life.length === 0) return null
  const found = wanted.size === 0 ? life : life.filter(({ kind }) => wanted.has(GROUP_OF[kind]))

  function choose(next: ReadonlySet<Group>): void {
    setWanted(next)
    setCount(STEP)
  }
  const turn = (group: Group) =>
    choose(wanted.has(group) ? new Set([...wanted].filter((one) => one !== group)) : new Set([...wanted, group]))

  return (
    <section className="machine-card">
      <h2>{t('equipment.life')}</h2>
      {groups.size > 1 && (
        <div className="machine-life-kinds" role="group" aria-label={t('equipment.life-filter')}>
          <Button
            size="small"
            aria-pressed={wanted.size === 0}
            type={wanted.size === 0 ? 'primary' : 'default'}
            onClick={() => choose(new Set())}
          >
            {t('equipment.life-all')}
          </Button>
          {Object.keys(GROUPS)
            .filter(isGroup)
            .map((group) => {
              const { length } = groups.get(group) ?? []
              const isWanted = wanted.has(group)
              return length === 0 ? null : (
                <Button
                  key={group}
                  size="small"
                  aria-pressed={isWanted}
                  type={isWanted ? 'primary' : 'default'}
                  onClick={() => turn(group)}
                >
                  {t(GROUPS[group])} {length}
                </Button>
              )
            })}
        </div>
      )}
      <ol className="machine-life">
        {found.slice(0, count).map((event) => (
          <LifeLine key={`${event.at}-${event.kind}-${event.rowId ?? ''}-${event.text}`} event={event} pages={pages} />
        ))}
      </ol>
      {found.length > count && (
        <Button className="machine-life-more" onClick={() => setCount(count + STEP)}>
          {t('equipment.life-more')}
        </Button>
      )}
      {isCut && found.length <= count && <p className="machine-about">{t('equipment.life-cut', { count: MAX_LIFE_EVENTS })}</p>}
    </section>
  )
}

interface LifeLineProps {
  readonly event: Event
  readonly pages: ReadonlySet<string>
}

function LifeLine({ event: { at, kind, text, by, rowId, state }, pages }: LifeLineProps) {
  const t = useT()
  const shown = kind === 'changed' ? t(`choice.equipmentState.${text}` as LabelKey) : text
  const [path, key] = PAGES[kind] ?? []
  const value = kind === 'calibrated' ? text : rowId
  return (
    <li className={`life-${GROUP_OF[kind]}`}>
      <time title={secondOf(at)}>{dayOf(at)}</time>
      <span>
        <strong>{t(`equipment.life-${kind}`)}</strong>{' '}
        {path !== undefined && value && pages.has(path) ? (
          // What the reader does not see of a row leaves it without words.
          <Link to={`${path}?${key}=${encodeURIComponent(value)}`}>{shown || t('button.details')}</Link>
        ) : (
          shown
        )}{' '}
        {kind === 'fault-reported' && <FaultStateTag state={state} />}
        {kind === 'order-opened' && <OrderStateTag state={state} />}
        {by && <span className="quiet"> · {by}</span>}
      </span>
    </li>
  )
}
