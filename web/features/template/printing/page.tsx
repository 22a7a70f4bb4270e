import PrinterOutlined from '@ant-design/icons/es/icons/PrinterOutlined'
import { Button } from 'antd'
import { useRef } from 'react'
import { Example, ExampleCard } from '../../../shared/examples/example.tsx'
import { textOr, useT } from '../../../kernel/i18n/i18n.ts'
import type { Organisation } from '../../../../model/contract/organisation/organisations.ts'
import { useSession } from '../../../kernel/session/session-store.ts'
import { printElement } from '../../../ui/print.ts'

export default function PrintingPage() {
  const t = useT()
  const part = useRef<HTMLDivElement>(null)
  const { organisations, user } = useSession()
  const rows = flat(organisations)
  return (
    <Example title={t('menu.printing')} about={t('printing.about')} source={['features/template/printing/', 'ui/print']}>
      <ExampleCard title={t('noun.organisations')}>
        <p>
          <Button
            type="primary"
            icon={<PrinterOutlined aria-hidden="true" />}
            onClick={() => {
              if (part.current) printElement(part.current, `${user.tenantName} · ${t('noun.organisations')}`)
            }}
          >
            {t('printing.print')}
          </Button>
        </p>
        <div ref={part} className="example-scroll" role="region" aria-label={t('noun.organisations')} tabIndex={0}>
          <table className="example-table">
            <thead>
              <tr>
                <th scope="col">{t('field.organisations.orgName')}</th>
                <th scope="col">{t('field.organisations.orgType')}</th>
              </tr>
            </thead>
            <tbody>
              {rows.map(({ id, orgName, orgType }) => (
                <tr key={id}>
                  <td>{orgName}</td>
                  <td>{textOr(`choice.orgType.${orgType}`, orgType)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </div>
      </ExampleCard>
    </Example>
  )
}

function flat(nodes: readonly Organisation[]): Organisation[] {
  return nodes.flatMap((node) => [node, ...flat(node.children ?? [])])
}
