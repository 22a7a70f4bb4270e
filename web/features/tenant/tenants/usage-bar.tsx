import { useT } from '../../../kernel/i18n/i18n.ts'
import { figureText } from '../../../kernel/i18n/texts.ts'
import './tenants.css'

/** From this part on the bar warns: there is still time to do something. */
const NEARLY = 0.9

/** How much of a quota is used; without a quota the figure alone. */
export function UsageBar({ label, used, quota }: { label: string; used: number; quota: number | null }) {
  const t = useT()
  if (quota === null) return <span className="usage-free">{figureText(used)}</span>
  const part = used / quota
  const look = part > 1 || used >= quota ? 'full' : part >= NEARLY ? 'near' : 'fine'
  const text = t('tenants.usage', { used: figureText(used), quota: figureText(quota) })
  return (
    <span className="usage">
      <span className="usage-text">{text}</span>
      <span
        className={`usage-bar ${look}`}
        role="meter"
        aria-label={label}
        aria-valuemin={0}
        aria-valuemax={quota}
        aria-valuenow={Math.min(used, quota)}
        aria-valuetext={text}
      >
        <span style={{ width: `${Math.min(100, part * 100)}%` }} />
      </span>
    </span>
  )
}
