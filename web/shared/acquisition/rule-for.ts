/** A point leads to the form of an alarm rule that watches it. */
import { useNavigate } from 'react-router'
import { useT } from '../../kernel/i18n/i18n.ts'
import type { ResourceRow } from '../../kernel/http/resource-client.ts'
import { useMenuPages } from '../../kernel/navigation/console-menu.ts'
import { openAddFormWith } from '../../kernel/navigation/open-add-form.ts'
import type { RowAction } from '../../ui/row-action.ts'

const RULES = '/acquisition/alarmrules'

/** The action of a row of points; undefined for whoever has no page of rules. */
export function useRuleFor(): ((row: ResourceRow) => RowAction[]) | undefined {
  const t = useT()
  const navigate = useNavigate()
  const hasPage = useMenuPages().some(({ path }) => path === RULES)
  if (!hasPage) return undefined
  return ({ deviceId, pointKey }) =>
    typeof deviceId === 'string' && typeof pointKey === 'string'
      ? [
          {
            key: 'rule',
            label: t('points.add-rule'),
            rare: true,
            run: () => void navigate(RULES, { state: openAddFormWith({ deviceId, pointKey }) }),
          },
        ]
      : []
}
