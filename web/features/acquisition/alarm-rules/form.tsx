/** The standard form, and below it what the rule would have raised lately. */
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import RuleTrial from './trial.tsx'

export default function RuleForm(props: ResourceFormProps) {
  return <ResourceForm {...props} beneath={<RuleTrial />} />
}
