import MinusOutlined from '@ant-design/icons/es/icons/MinusOutlined'
import PlusOutlined from '@ant-design/icons/es/icons/PlusOutlined'
import { useQuery } from '@tanstack/react-query'
import { Button } from 'antd'
import type { ReactNode } from 'react'
import { useState } from 'react'
import { users } from '../../../../model/index.ts'
import { ApiError } from '../../../kernel/http/api.ts'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { ListFailure } from '../../../kernel/resource/list-failure.tsx'
import { listOf } from '../../../kernel/http/resource-client.ts'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { tickTexts } from '../../../kernel/i18n/texts.ts'
import { FIRST_NEW, withBelow, without } from '../../../ui/grow-tree.ts'
import type { TreeOption } from '../../../ui/options.ts'
import type { TickNode } from '../../../ui/tick-tree.tsx'
import { TickTree } from '../../../ui/tick-tree.tsx'
import { Transfer } from '../../../ui/transfer.tsx'
import TreePicker from '../../../ui/tree-picker.tsx'

/** The organisations of the tenant as a tree to tick and as one to choose from; its users as two lists. */
export default function TreesPage() {
  const t = useT()
  const { organisations } = useSession()
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())
  const [chosen, setChosen] = useState<string>()
  return (
    <Example
      title={t('menu.trees')}
      about={t('trees.about')}
      source={['features/template/trees/', 'ui/tick-tree.tsx', 'ui/grow-tree.ts', 'ui/tree-picker.tsx', 'ui/transfer.tsx']}
    >
      <ExampleCard title={t('trees.tick')}>
        <TickTree
          label={t('noun.organisations')}
          nodes={organisations.map(nodeOf)}
          ticked={ticked}
          onTick={setTicked}
          texts={tickTexts(t)}
        />
      </ExampleCard>
      <ExampleCard title={t('trees.grow')} about={t('trees.grow-about')}>
        <Growing roots={organisations.slice(0, 1).map(nodeOf)} />
      </ExampleCard>
      <ExampleCard title={t('trees.pick')}>
        <div className="example-field">
          <label htmlFor="trees-pick">{t('field.users.orgId')}</label>
          <TreePicker
            id="trees-pick"
            options={organisations.map(optionOf)}
            {...(chosen === undefined ? {} : { value: chosen })}
            none={t('list.no-options')}
            onChange={(next: string | undefined) => setChosen(next)}
          />
        </div>
      </ExampleCard>
      <ExampleCard title={t('trees.transfer')}>
        <People />
      </ExampleCard>
    </Example>
  )
}

/** Nothing of it is stored: a form would send the tree as a whole. */
function Growing({ roots }: { roots: readonly TickNode[] }) {
  const t = useT()
  const [nodes, setNodes] = useState(roots)
  const [next, setNext] = useState(FIRST_NEW)
  const [ticked, setTicked] = useState<ReadonlySet<string>>(new Set())

  function add(below: string): void {
    setNodes(withBelow(nodes, below, { id: String(next), label: t('trees.new-node', { id: next }) }))
    setNext(next + 1)
  }

  const button = (label: string, icon: ReactNode, run: () => void) => (
    <Button type="text" size="small" icon={icon} aria-label={label} title={label} onClick={run} />
  )
  return (
    <TickTree
      label={t('trees.grow')}
      nodes={nodes}
      ticked={ticked}
      onTick={setTicked}
      texts={tickTexts(t)}
      extra={({ id, label }) => (
        <>
          {button(t('trees.add', { name: label }), <PlusOutlined aria-hidden="true" />, () => add(id))}
          {button(t('trees.remove', { name: label }), <MinusOutlined aria-hidden="true" />, () => setNodes(without(nodes, id)))}
        </>
      )}
    />
  )
}

function People() {
  const t = useT()
  const [chosen, setChosen] = useState<readonly string[]>([])
  const { data, error, refetch } = useQuery(listOf(users, { currentPage: 1, pageSize: 100 }, { quiet: true }))
  if (error instanceof ApiError) return <ListFailure error={error} onRetry={() => void refetch()} />
  const options = (data?.list ?? []).map((row) => ({ value: row.id, label: String(row['nickname'] ?? row['username'] ?? row.id) }))
  return (
    <Transfer
      options={options}
      value={chosen}
      onChange={setChosen}
      texts={{
        left: t('trees.left'),
        right: t('trees.right'),
        toRight: t('trees.to-right'),
        toLeft: t('trees.to-left'),
        search: t('trees.search'),
        none: t('list.no-options'),
      }}
    />
  )
}

function nodeOf({ id, orgName, children }: Organisation): TickNode {
  return { id, label: orgName, ...(children ? { children: children.map(nodeOf) } : {}) }
}

function optionOf({ id, orgName, children }: Organisation): TreeOption {
  return { value: id, title: orgName, ...(children ? { children: children.map(optionOf) } : {}) }
}
