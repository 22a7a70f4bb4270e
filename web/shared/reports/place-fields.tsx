/** The site and the device that a report is asked for: devices are those of the site, and one that was chosen before another site goes. */
import { useState } from 'react'
import { useT } from '../../kernel/i18n/i18n.ts'
import { RowPicker } from '../../kernel/resource/row-picker.tsx'
import type { ReportPlace } from './parameter-values.ts'
import './period-reports.css'

interface PlaceProps {
  readonly id: string
  readonly place: ReportPlace
  readonly onChange: (
    changed: Readonly<Record<'siteId', string> | Record<'deviceId', string> | Record<'siteId' | 'deviceId', string>>,
  ) => void
}

export function PlaceFields({ id, place: { siteId = '', deviceId = '' }, onChange }: PlaceProps) {
  const t = useT()
  const [isCleared, setIsCleared] = useState(false)
  return (
    <>
      <label htmlFor={`${id}-siteId`}>
        {t('field.devices.siteId')}
        <RowPicker
          id={`${id}-siteId`}
          noun="sites"
          placeholder={t('reports.param-none')}
          value={siteId}
          clearable
          onChange={(next?: string) => {
            const clears = Boolean(next) && deviceId !== ''
            setIsCleared(clears)
            onChange(clears ? { siteId: next ?? '', deviceId: '' } : { siteId: next ?? '' })
          }}
        />
      </label>
      <div className="reports-place">
        <label htmlFor={`${id}-deviceId`}>
          {t('field.points.deviceId')}
          <RowPicker
            id={`${id}-deviceId`}
            noun="devices"
            placeholder={t('reports.param-none')}
            value={deviceId}
            within={siteId === '' ? undefined : { noun: 'sites', ids: [siteId] }}
            clearable
            onChange={(next?: string) => onChange({ deviceId: next ?? '' })}
          />
        </label>
        <small role="status" className="quiet">
          {isCleared && deviceId === '' && t('reports.device-cleared')}
        </small>
      </div>
    </>
  )
}
