export default {
  'first.title': 'First steps',
  'first.about': 'Five steps to the first value. What is done is ticked by itself.',
  'first.project': 'Add a project',
  'first.site': 'Add a site',
  'first.device-type': 'Add a device type',
  'first.device': 'Add a device',
  'first.value': 'Connect it and receive the first value',
  'first.done': 'done',
  'first.guide': 'Read the guide',
  'first.hide': 'Put away',
} as const
