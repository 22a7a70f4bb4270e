/** The standard form, with the unit in which limits are given, and below it what the rule would have raised lately. */
import type { ResourceFormProps } from '../../../kernel/resource/resource-form.tsx'
import ResourceForm from '../../../kernel/resource/resource-form.tsx'
import { LimitInput } from './limit-input.tsx'
import RuleTrial from './trial.tsx'

const limits = { alarmLimit: <LimitInput />, alarmDeadband: <LimitInput isDistance /> }

export default function RuleForm(props: ResourceFormProps) {
  return <ResourceForm {...props} controls={{ ...props.controls, ...limits }} beneath={<RuleTrial />} />
}
