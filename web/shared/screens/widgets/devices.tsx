/** Devices as a grid of cells: in contact, out of contact or never known, each with the priority of its gravest alarm. */
import type { ScreenRows } from '../../../../model/contract/screen/screens.ts'
import type { LabelKey } from '../../../kernel/i18n/i18n.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Empty } from './chart-rows.tsx'
import { Leading, More, roomOf, useRows } from './rows.tsx'
import { Shell } from './shell.tsx'
import { ToneSign, toneOfPriority } from './sign.tsx'
import { MIN_TEXT } from './value.ts'

type Device = ScreenRows<'devices'>[number]

/** In a square of 20: waves, a broken line, a question. */
const PATHS: Readonly<Record<Device['state'], string>> = {
  online: 'M3 8a10 10 0 0 1 14 0M6 11.5a6 6 0 0 1 8 0M10 15.5v.2',
  offline: 'M3 8a10 10 0 0 1 14 0M6 11.5a6 6 0 0 1 8 0M10 15.5v.2M3 17L17 3',
  unknown: 'M7 7.5a3 3 0 1 1 4.5 2.6c-1 .6-1.5 1.2-1.5 2.4M10 15.5v.2',
}

/** How many columns make cells that are seen best: the most nearly as high as half their width. Pure. */
export function columnsFor(count: number, width: number, height: number, shape: number): number {
  let best = 1
  let most = 0
  for (let columns = 1; columns <= Math.min(40, Math.max(1, count)); columns += 1) {
    const side = Math.min(width / columns, (height / Math.ceil(count / columns)) * shape)
    if (side > most) [best, most] = [columns, side]
  }
  return best
}

export function DevicesView(props: WidgetProps<'devices'>) {
  const { options, open, scale } = props
  const t = useT()
  const list = useRows(props, 'devices')
  const room = roomOf(props, options.title)
  const rows = list?.rows ?? []
  const hasNames = options.names !== false
  const columns = options.columns ?? columnsFor(rows.length, room.width, room.height, hasNames ? 2.6 : 1)
  const gap = Math.max(2, 4 * scale)
  const lines = Math.max(1, Math.ceil(rows.length / columns))
  const cell = { width: Math.floor(room.width / columns - gap), height: Math.floor(room.height / lines - gap) }
  const least = MIN_TEXT * 1.6
  // Cells that would be too low to be read are left out, and counted.
  const places = cell.height >= least ? rows.length : columns * Math.max(1, Math.floor(room.height / (least + gap)) - 1)
  const size = Math.max(MIN_TEXT, Math.min(room.size, cell.height * 0.5))
  return (
    <Shell {...props} title={options.title} isParted>
      {rows.length === 0 ? (
        <Empty isWaiting={!list} />
      ) : (
        <ul
          className="sw-grid-of"
          style={{
            gridTemplateColumns: `repeat(${columns}, minmax(0, 1fr))`,
            gap,
            gridAutoRows: Math.max(least, Math.min(cell.height, size * 3.4)),
          }}
        >
          {rows.slice(0, places).map((device) => (
            <li
              key={device.id}
              className="sw-device"
              data-state={device.state}
              data-tone={device.priority === null ? undefined : toneOfPriority(device.priority)}
            >
              <svg width={size} height={size} viewBox="0 0 20 20" aria-hidden="true">
                <path d={PATHS[device.state]} className="sw-sign-line" />
              </svg>
              {(hasNames || open) && (
                <span className={hasNames ? 'sw-main' : 'visually-hidden'} style={{ fontSize: size }}>
                  <Leading open={open} address={`/acquisition/device?id=${device.id}`}>
                    {device.deviceName ?? device.deviceCode ?? ''}
                  </Leading>
                </span>
              )}
              <span className="visually-hidden">{t(`screen-widget.device-${device.state}` as LabelKey)}</span>
              {device.priority !== null && (
                <>
                  <ToneSign tone={toneOfPriority(device.priority)} size={size} />
                  <span className="visually-hidden">{t(`choice.alarmPriority.${device.priority}` as LabelKey)}</span>
                </>
              )}
            </li>
          ))}
        </ul>
      )}
      <More count={(list?.total ?? 0) - Math.min(places, rows.length)} />
    </Shell>
  )
}
