/** Who is asked, who may start, and what keeps somebody from being removed. */
export default {
  'error.process-task.candidate': 'Choose somebody who can be asked for this task and whose account is enabled',
  'error.process.names':
    'It is named by {{tasks}} open tasks and {{processes}} deployed processes: somebody else has to be asked there first',
  'successor.title': 'Open tasks',
  'successor.several': '{{count}} users',
  'successor.about-disable':
    'Open tasks of {{name}} in processes: {{count}}. Give all of them to a successor, or go on without one: then others are asked by the rules of each process.',
  'successor.about-remove':
    'Open tasks of {{name}} in processes: {{count}}. A successor has to take all of them before {{name}} can be deleted.',
  'successor.left':
    'Rules of the processes keep the successor from some tasks. {{name}} still has open tasks: {{count}}. Choose somebody else for them.',
  'successor.hand-over': 'Hand over and go on',
  'successor.without': 'Go on without a successor',
  'successor.to-whom': 'Successor',
  'successor.needed': 'Please select a successor!',
  'successor.done': 'Tasks handed over: {{count}}',
}
