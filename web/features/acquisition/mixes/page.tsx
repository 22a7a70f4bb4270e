import { mixes } from '../../../../model/index.ts'
import { useT } from '../../../kernel/i18n/i18n.ts'
import { useRowsOf } from '../../../kernel/navigation/rows-of.ts'
import { ResourcePage } from '../../../kernel/resource/resource-page.tsx'

const columns = {
  mixCode: { width: 150, first: true },
  concreteGrade: { width: 110 },
  cement: { width: 150 },
  waterBinder: { width: 150 },
  datumTemp: { width: 190 },
  activationK: { width: 220 },
  referenceTemp: { width: 210 },
  curveR2: { width: 180 },
  validFrom: { width: 180 },
  validUntil: { width: 180 },
  mixDescription: { width: 220 },
}

const filters = ['mixCode', 'concreteGrade', 'cement']

export default function MixesPage() {
  const t = useT()
  const curveOf = useRowsOf('/acquisition/mixpoints', 'mixId', t('noun.mix-points'))
  return <ResourcePage of={mixes} columns={columns} filters={filters} rowActions={curveOf} />
}
