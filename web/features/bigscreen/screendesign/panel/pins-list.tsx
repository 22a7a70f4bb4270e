/** Devices and components as pins on a picture: where each is, in percent of its width and height. */
import { useT } from '../../../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../../../kernel/resource/row-picker.tsx'
import { Entries } from './entries.tsx'
import type { OptionProps } from './option-props.ts'
import { NumberInput, TextInput } from './parts.tsx'

interface Pin {
  readonly deviceId?: string
  readonly componentId?: string
  readonly label?: string
  readonly at: readonly [number, number]
}
const PERCENT = 100

export default function Pins({ label, value, disabled, onChange }: OptionProps) {
  const t = useT()
  return (
    <Entries<Pin>
      label={label}
      entries={(value ?? []) as readonly Pin[]}
      most={200}
      disabled={disabled}
      fresh={() => ({ at: [0.5, 0.5] })}
      onChange={onChange}
    >
      {(pin, change, at) => {
        const set = (member: 'deviceId' | 'componentId' | 'label', next: string | undefined) => {
          const { [member]: _before, ...rest } = pin
          change(next ? { ...rest, [member]: next } : rest)
        }
        return (
          <>
            <RowPicker
              noun="devices"
              aria-label={t('screen-design.pin-device', { at: at + 1 })}
              placeholder={t('screen-design.pin-device', { at: at + 1 })}
              clearable
              value={pin.deviceId ?? null}
              onChange={(id: string | null) => set('deviceId', id ?? undefined)}
            />
            <RowPicker
              noun="components"
              aria-label={t('screen-design.pin-component', { at: at + 1 })}
              placeholder={t('screen-design.pin-component', { at: at + 1 })}
              clearable
              value={pin.componentId ?? null}
              onChange={(id: string | null) => set('componentId', id ?? undefined)}
            />
            <TextInput
              label={t('screen-design.pin-label', { at: at + 1 })}
              value={pin.label}
              max={128}
              onChange={(text) => set('label', text)}
            />
            {([0, 1] as const).map((side) => (
              <NumberInput
                key={side}
                label={t(side === 0 ? 'screen-design.pin-x' : 'screen-design.pin-y', { at: at + 1 })}
                value={Math.round(pin.at[side] * PERCENT * 10) / 10}
                min={0}
                max={PERCENT}
                isNeeded
                onChange={(share) =>
                  share !== undefined && change({ ...pin, at: side === 0 ? [share / PERCENT, pin.at[1]] : [pin.at[0], share / PERCENT] })
                }
              />
            ))}
          </>
        )
      }}
    </Entries>
  )
}
