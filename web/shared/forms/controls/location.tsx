/** A place on earth: two numbers, a name, a map to pick it from, and where this device is. */
import { Button, Input, InputNumber } from 'antd'
import { useCallback, useMemo, useState } from 'react'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { BEIJING, MapView } from '../../../ui/map.tsx'
import type { ControlProps } from '../control-props.ts'
import { recordOf, textOf } from '../control-props.ts'

/** Decimals of a degree: some 10 cm. */
const DECIMALS = 6
const MAX_NAME = 256
const HEIGHT = 260
const ZOOM = { near: 13, far: 3 } as const
const LIMIT_MS = 15_000

const rounded = (degrees: number) => Number(degrees.toFixed(DECIMALS))

export default function LocationControl(props: ControlProps) {
  const { id, value, onChange, labelledBy } = props
  const t = useT()
  const { longitude, latitude, name } = recordOf(value)
  const [isOpen, setOpen] = useState(false)
  const [failure, setFailure] = useState(false)
  const [isBusy, setBusy] = useState(false)
  const isPlace = typeof longitude === 'number' && typeof latitude === 'number'
  const place = textOf(name)

  const change = useCallback(
    (part: { longitude?: number | null; latitude?: number | null; name?: string }) => {
      const next = { longitude, latitude, ...(place === '' ? {} : { name: place }), ...part }
      const { name: placeName = '', ...degrees } = next
      const isNothing = (degrees.longitude ?? null) === null && (degrees.latitude ?? null) === null && placeName === ''
      onChange(isNothing ? null : { ...degrees, ...(placeName === '' ? {} : { name: placeName }) })
    },
    [longitude, latitude, place, onChange],
  )
  const pick = useCallback((north: number, east: number) => change({ latitude: rounded(north), longitude: rounded(east) }), [change])
  const points = useMemo(
    () =>
      typeof longitude === 'number' && typeof latitude === 'number' ? [{ latitude, longitude, label: `${latitude}, ${longitude}` }] : [],
    [latitude, longitude],
  )

  function askWhere(): void {
    setBusy(true)
    setFailure(false)
    navigator.geolocation.getCurrentPosition(
      ({ coords }) => {
        setBusy(false)
        pick(coords.latitude, coords.longitude)
      },
      () => {
        setBusy(false)
        setFailure(true)
      },
      { enableHighAccuracy: true, timeout: LIMIT_MS },
    )
  }

  return (
    <div className="fill-location" role="group" aria-labelledby={labelledBy} aria-describedby={props.describedBy}>
      <div className="fill-row">
        <label>
          <span>{t('fill.latitude')}</span>
          <InputNumber
            id={id}
            aria-invalid={props.isWrong || undefined}
            {...(props.isWrong ? { status: 'error' as const } : {})}
            value={isPlace || typeof latitude === 'number' ? (latitude as number) : null}
            suffix="°"
            onChange={(next) => change({ latitude: next })}
          />
        </label>
        <label>
          <span>{t('fill.longitude')}</span>
          <InputNumber
            {...(props.isWrong ? { status: 'error' as const } : {})}
            value={typeof longitude === 'number' ? longitude : null}
            suffix="°"
            onChange={(next) => change({ longitude: next })}
          />
        </label>
        <label className="fill-grow">
          <span>{t('fill.place-name')}</span>
          <Input value={place} maxLength={MAX_NAME} onChange={({ target }) => change({ name: target.value })} />
        </label>
      </div>
      <div className="fill-row">
        {'geolocation' in navigator && (
          <Button loading={isBusy} onClick={askWhere}>
            {t('fill.here')}
          </Button>
        )}
        <Button aria-expanded={isOpen} onClick={() => setOpen(!isOpen)}>
          {t(isOpen ? 'fill.map-close' : 'fill.map-open')}
        </Button>
      </div>
      {failure && (
        <p className="fill-fault" role="alert">
          {t('fill.here-failed')}
        </p>
      )}
      {isOpen && (
        <MapView
          height={HEIGHT}
          center={isPlace ? [latitude, longitude] : BEIJING}
          zoom={isPlace ? ZOOM.near : ZOOM.far}
          points={points}
          onPick={pick}
          texts={{ label: t('fill.map'), zoomIn: t('fill.zoom-in'), zoomOut: t('fill.zoom-out'), failed: t('fill.map-failed') }}
        />
      )}
    </div>
  )
}
