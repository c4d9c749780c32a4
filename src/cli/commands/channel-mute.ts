import { decideCommand } from '../decide-channel.js';

export const command = decideCommand('mute');
