/** Where a run leads from its curve: the trend of its points and the alarms of its device in the time that is shown, its report, and all that is known of it. */
import { Link } from 'react-router'
import type { RunCurve } from '../../../../model/contract/acquisition/runs.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { menuPaths } from '../../../kernel/navigation/menu-routes.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import type { Range } from '../../../ui/history-chart/history-chart.tsx'
import { waysOf } from './addresses.ts'

interface WaysProps {
  readonly id: string
  readonly curve: RunCurve
  readonly shown: Range
  readonly deviceId: string | undefined
}

export function Ways(props: WaysProps) {
  const t = useT()
  const { authority } = useSession()
  const paths = menuPaths(authority.menu)
  const ways = waysOf(props).filter(({ path }) => paths.has(path))
  return (
    <p className="construction-ways">
      {ways.map(({ name, path, query }) => (
        <Link key={name} to={`${path}?${new URLSearchParams({ ...query }).toString()}`}>
          {t(`constructionData.to-${name}`)}
        </Link>
      ))}
    </p>
  )
}
