import 'dropzone/dist/dropzone.css';
import Dropzone from 'dropzone';
Dropzone.autoDiscover = false;
const zone = new Dropzone('#zone', { autoProcessQueue: false, acceptedFiles: '.txt', addRemoveLinks: true });
const say = () => { document.getElementById('out').textContent = 'Queued: ' + zone.files.filter(f => f.accepted).map(f => f.name + ' ' + f.size).join(', '); };
zone.on('addedfile', () => setTimeout(say, 50)); zone.on('removedfile', say);
