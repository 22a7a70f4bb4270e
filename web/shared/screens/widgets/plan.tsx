/** Devices and components as pins on a picture of the place. */
import { useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useMedia } from '../media.ts'
import { useChanges } from '../use-feed.ts'
import type { WidgetProps } from '../widget-props.ts'
import { Pin } from './pin.tsx'
import { Leading, roomOf } from './rows.tsx'
import { Shell } from './shell.tsx'
import { MIN_TEXT } from './value.ts'

type PlanPin = WidgetProps<'plan'>['options']['pins'][number]

interface Known {
  readonly name: string
  readonly priority: number | null
  readonly isOff: boolean
  readonly address: string | undefined
}

/** What is known of a pin: the device or component that it stands for, where the list of the widget has it. */
export function knownOf(pin: PlanPin, list: ReturnType<WidgetProps['feed']['list']>): Known | undefined {
  if (list?.of === 'devices') {
    const device = list.rows.find(({ id }) => id === pin.deviceId)
    if (device)
      return {
        name: pin.label ?? device.deviceName ?? device.deviceCode ?? '',
        priority: device.priority,
        isOff: device.state !== 'online',
        address: `/acquisition/device?id=${device.id}`,
      }
  }
  if (list?.of === 'yard') {
    const part = list.rows.find(({ id }) => id === pin.componentId)
    if (part)
      return {
        name: pin.label ?? part.componentName ?? part.componentCode ?? '',
        priority: part.verdict === 'fail' ? 1 : null,
        isOff: part.runId === null,
        address: part.runId === null ? undefined : `/acquisition/run?id=${part.runId}`,
      }
  }
  return undefined
}

export function PlanView(props: WidgetProps<'plan'>) {
  const { widget, feed, options, open, scale } = props
  const t = useT()
  useChanges(feed, [`list:${widget.id}`])
  const media = useMedia(feed, 'picture', options.picture)
  const list = feed.list(widget.id)
  const room = roomOf(props, options.title, 14)
  const size = Math.max(MIN_TEXT * 1.4, 24 * scale)
  // Pins stand on the picture and not on what is left free beside it.
  const [proportion, setProportion] = useState<number>()
  const width = proportion === undefined ? room.width : Math.min(room.width, room.height * proportion)
  const height = proportion === undefined ? room.height : Math.min(room.height, room.width / proportion)
  return (
    <Shell {...props} title={options.title} size={14} isParted>
      <div className="sw-map" style={{ width, height, marginInline: 'auto' }}>
        {media?.address ? (
          <img
            className="sw-plan"
            src={media.address}
            alt=""
            draggable={false}
            onLoad={({ currentTarget: { naturalWidth, naturalHeight } }) => {
              if (naturalWidth > 0 && naturalHeight > 0) setProportion(naturalWidth / naturalHeight)
            }}
          />
        ) : (
          <span className="sw-plan sw-plan-none" />
        )}
        <ul>
          {options.pins.map((pin, at) => {
            const known = knownOf(pin, list)
            // Of what the reader may not see, or what is there no more, the label alone stands there, hollow.
            return (
              <li key={at} className="sw-pin" style={{ left: pin.at[0] * width - size / 2, top: pin.at[1] * height - size }}>
                <Pin size={size} priority={known?.priority ?? null} isOff={known?.isOff ?? true} />
                <span className="sw-pin-name" style={{ fontSize: Math.max(MIN_TEXT, 14 * scale) }}>
                  {known?.address === undefined ? (
                    (known?.name ?? pin.label ?? t('worth.none'))
                  ) : (
                    <Leading open={open} address={known.address}>
                      {known.name}
                    </Leading>
                  )}
                </span>
              </li>
            )
          })}
        </ul>
      </div>
    </Shell>
  )
}
