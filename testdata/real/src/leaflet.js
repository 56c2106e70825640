import 'leaflet/dist/leaflet.css';
import L from 'leaflet';
const map = L.map('map').setView([51.5, -0.09], 13);
map.attributionControl.setPrefix('');
const pin = L.divIcon({ html: 'P', className: 'pin' });
L.marker([51.5, -0.09], { icon: pin, title: 'Old quay', alt: 'Old quay' }).addTo(map).bindPopup('The old quay').openPopup();
L.marker([51.505, -0.08], { icon: pin, title: 'New quay', alt: 'New quay' }).addTo(map);
