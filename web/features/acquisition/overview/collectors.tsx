import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import { Tag } from '../../../ui/tag.tsx'
import type { Overview } from '../../../../model/contract/acquisition/overview.ts'

const kinds: Readonly<Record<string, 'good' | 'urgent' | 'quiet'>> = { listening: 'good', polling: 'good', failed: 'urgent', off: 'quiet' }

/** What brings readings in, and whether it does. One of a newer server has no text yet, and tells itself. */
export function Collectors({ collectors }: { collectors: Overview['collectors'] }) {
  const t = useT()
  return (
    <ul className="overview-rows">
      {collectors.map(({ name, state, port, error }) => (
        <li key={name}>
          <strong>{textOr(`collector.${name}`, name)}</strong>
          <span className="quiet">{error ?? (port === null ? '' : t('overview.port', { port }))}</span>
          <Tag kind={kinds[state] ?? 'quiet'}>{textOr(`collector.${state}`, state)}</Tag>
        </li>
      ))}
    </ul>
  )
}
