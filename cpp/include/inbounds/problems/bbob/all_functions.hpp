// The 24 noiseless BBOB functions, in order. A function is admitted by its line here.
#pragma once

#include "inbounds/problems/bbob/f01_sphere.hpp"
#include "inbounds/problems/bbob/f02_ellipsoid.hpp"
#include "inbounds/problems/bbob/f03_rastrigin.hpp"
#include "inbounds/problems/bbob/f04_bueche_rastrigin.hpp"
#include "inbounds/problems/bbob/f05_linear_slope.hpp"
#include "inbounds/problems/bbob/f06_attractive_sector.hpp"
#include "inbounds/problems/bbob/f07_step_ellipsoid.hpp"
#include "inbounds/problems/bbob/f08_rosenbrock.hpp"
#include "inbounds/problems/bbob/f09_rosenbrock_rotated.hpp"
#include "inbounds/problems/bbob/f10_ellipsoid_rotated.hpp"
#include "inbounds/problems/bbob/f11_discus.hpp"
#include "inbounds/problems/bbob/f12_bent_cigar.hpp"
#include "inbounds/problems/bbob/f13_sharp_ridge.hpp"
#include "inbounds/problems/bbob/f14_different_powers.hpp"
#include "inbounds/problems/bbob/f15_rastrigin_rotated.hpp"
#include "inbounds/problems/bbob/f16_weierstrass.hpp"
#include "inbounds/problems/bbob/f17_schaffers.hpp"
#include "inbounds/problems/bbob/f18_schaffers_ill_conditioned.hpp"
#include "inbounds/problems/bbob/f19_griewank_rosenbrock.hpp"
#include "inbounds/problems/bbob/f20_schwefel.hpp"
#include "inbounds/problems/bbob/f21_gallagher.hpp"
#include "inbounds/problems/bbob/f22_gallagher_21.hpp"
#include "inbounds/problems/bbob/f23_katsuura.hpp"
#include "inbounds/problems/bbob/f24_lunacek.hpp"

namespace inbounds::problems::bbob {

template <typename... Functions>
struct List {};

using AllFunctions = List<Sphere, Ellipsoid, Rastrigin, BuecheRastrigin, LinearSlope,                     //
                          AttractiveSector, StepEllipsoid, Rosenbrock, RosenbrockRotated,                 //
                          EllipsoidRotated, Discus, BentCigar, SharpRidge, DifferentPowers,               //
                          RastriginRotated, Weierstrass, Schaffers10, Schaffers1000, GriewankRosenbrock,  //
                          Schwefel, Gallagher101, Gallagher21, Katsuura, LunacekBiRastrigin>;

}  // namespace inbounds::problems::bbob
