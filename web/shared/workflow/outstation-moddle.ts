/** What bpmn-moddle knows of our one extension element (model/workflow/settings.ts), so that its text is read and written. */
import { SETTINGS_NAMESPACE } from '../../../model/workflow/settings.ts'

export const OUTSTATION_MODDLE = {
  name: 'Outstation',
  prefix: 'outstation',
  uri: SETTINGS_NAMESPACE,
  xml: { tagAlias: 'lowerCase' },
  types: [{ name: 'Settings', superClass: ['Element'], properties: [{ name: 'body', isBody: true, type: 'String' }] }],
}
