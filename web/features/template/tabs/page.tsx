import { Tabs } from 'antd'
import { useSearchParams } from 'react-router'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { useSession } from '../../../kernel/session/session-store.ts'

/** The organisations of the tenant by their type. The open tab stands in the address, so that a link leads to it. */
export default function TabsPage() {
  const t = useT()
  const [query, setQuery] = useSearchParams()
  const { organisations } = useSession()
  const all = flat(organisations)
  const types = [...new Set(all.map(({ orgType }) => orgType))]
  const open = types.includes(query.get('tab') ?? '') ? String(query.get('tab')) : (types[0] ?? '')
  return (
    <Example title={t('menu.tabs')} about={t('tabs.about')} source={['features/template/tabs/']}>
      <ExampleCard title={t('noun.organisations')}>
        <Tabs
          tabBarGutter={8}
          size="small"
          activeKey={open}
          onChange={(tab) => setQuery({ tab }, { replace: true })}
          items={types.map((type) => {
            const rows = all.filter(({ orgType }) => orgType === type)
            return {
              key: type,
              label: `${textOr(`choice.orgType.${type}`, type)} (${rows.length})`,
              children: (
                <ul className="example-list">
                  {rows.map(({ id, orgName }) => (
                    <li key={id}>{orgName}</li>
                  ))}
                </ul>
              ),
            }
          })}
        />
      </ExampleCard>
    </Example>
  )
}

function flat(nodes: readonly Organisation[]): Organisation[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}
