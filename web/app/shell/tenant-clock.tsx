/** Which clock all times of the console go by: short in the header, with its name and the time it is there. */
import { Button, Dropdown } from 'antd'
import { useState } from 'react'
import { localeOf, useLanguage, useT } from '../../kernel/i18n/i18n.ts'
import { clockZone, offsetNow, secondOf, useClockZone, zoneName } from '../../ui/clock.ts'

export function TenantClock() {
  const t = useT()
  const locale = localeOf[useLanguage()]
  const zone = useClockZone()
  const [now, setNow] = useState(() => Date.now())
  const offset = offsetNow(zone)
  return (
    <Dropdown
      trigger={['hover', 'click']}
      placement="bottomRight"
      popupRender={() => (
        <p role="tooltip" className="tenant-clock-card">
          {t('shell.clock-about', { zone, name: zoneName(zone, locale) })}
          <strong>{secondOf(now)}</strong>
        </p>
      )}
      onOpenChange={() => setNow(Date.now())}
    >
      <Button
        type="text"
        className="for-desk tenant-clock"
        aria-label={`${offset}${t('common.between')}${t('shell.clock')}${t('common.means')}${zone}`}
      >
        {offset}
      </Button>
    </Dropdown>
  )
}

/** The same in a line, for the menu that a phone has instead. */
export const clockLine = (): string => `${clockZone()} (${offsetNow(clockZone())})`
